// SPDX-License-Identifier: Apache-2.0
/// Cooperative groups: the grid, the block, tiles of a warp, and the lanes that are together.
/// CUDA Programming Guide, "Cooperative Groups". Tiles of more than a warp, clusters and groups of
/// several devices are not declared here, so that using them is an error of the compiler.
#pragma once

#include "simt/qualifiers.h"

#if defined(__CUDA__)

#define SIMT_GROUP_MEMBER __device__ __SIMT_INLINE__

namespace cooperative_groups {

/// What all groups inside one block have in common: they are the block, or some lanes of one warp.
class thread_group {
 public:
  SIMT_GROUP_MEMBER void sync() const {
    if (is_block_)
      __syncthreads();
    else
      __syncwarp(mask_);
  }
  SIMT_GROUP_MEMBER unsigned long long num_threads() const {
    return is_block_ ? blockDim.x * blockDim.y * blockDim.z : __popc(mask_);
  }
  SIMT_GROUP_MEMBER unsigned long long size() const { return num_threads(); }
  SIMT_GROUP_MEMBER unsigned long long thread_rank() const {
    return is_block_ ? linear_thread() : __popc(mask_ & lanes_below());
  }

 protected:
  SIMT_GROUP_MEMBER explicit thread_group(bool is_block, unsigned mask)
      : is_block_(is_block), mask_(mask) {}
  SIMT_GROUP_MEMBER static unsigned linear_thread() {
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  }
  SIMT_GROUP_MEMBER static unsigned lanes_below() { return (1u << simt_lane_id()) - 1; }
  SIMT_GROUP_MEMBER unsigned lanes() const { return mask_; }

 private:
  friend __device__ thread_group tiled_partition(const thread_group& parent, unsigned size);

  bool is_block_;
  unsigned mask_;
};

/// All threads of the block.
class thread_block : public thread_group {
 public:
  SIMT_GROUP_MEMBER static void sync() { __syncthreads(); }
  SIMT_GROUP_MEMBER static unsigned thread_rank() { return linear_thread(); }
  SIMT_GROUP_MEMBER static unsigned num_threads() { return blockDim.x * blockDim.y * blockDim.z; }
  SIMT_GROUP_MEMBER static unsigned size() { return num_threads(); }
  SIMT_GROUP_MEMBER static dim3 group_index() { return static_cast<uint3>(blockIdx); }
  SIMT_GROUP_MEMBER static dim3 thread_index() { return static_cast<uint3>(threadIdx); }
  SIMT_GROUP_MEMBER static dim3 dim_threads() { return blockDim; }
  SIMT_GROUP_MEMBER static dim3 group_dim() { return blockDim; }

 private:
  friend __device__ thread_block this_thread_block();
  SIMT_GROUP_MEMBER thread_block() : thread_group(true, 0) {}
};

/// All threads of the grid. Its barrier needs a cooperative launch.
class grid_group {
 public:
  SIMT_GROUP_MEMBER void sync() const { simt_grid_sync(); }
  SIMT_GROUP_MEMBER static unsigned long long num_blocks() {
    return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
  }
  SIMT_GROUP_MEMBER static unsigned long long block_rank() {
    return (static_cast<unsigned long long>(blockIdx.z) * gridDim.y + blockIdx.y) * gridDim.x +
           blockIdx.x;
  }
  SIMT_GROUP_MEMBER static unsigned long long num_threads() {
    return num_blocks() * thread_block::num_threads();
  }
  SIMT_GROUP_MEMBER static unsigned long long size() { return num_threads(); }
  SIMT_GROUP_MEMBER static unsigned long long thread_rank() {
    return block_rank() * thread_block::num_threads() + thread_block::thread_rank();
  }
  SIMT_GROUP_MEMBER static dim3 dim_blocks() { return gridDim; }
  SIMT_GROUP_MEMBER static dim3 group_dim() { return gridDim; }
  SIMT_GROUP_MEMBER static dim3 block_index() { return static_cast<uint3>(blockIdx); }

 private:
  friend __device__ grid_group this_grid();
  SIMT_GROUP_MEMBER grid_group() {}
};

/// Lanes of one warp. Values of any trivially copyable type travel between them; ranks are counted
/// within the group.
class coalesced_group : public thread_group {
 public:
  SIMT_GROUP_MEMBER unsigned num_threads() const { return __popc(lanes()); }
  SIMT_GROUP_MEMBER unsigned size() const { return num_threads(); }
  SIMT_GROUP_MEMBER unsigned thread_rank() const { return __popc(lanes() & lanes_below()); }
  SIMT_GROUP_MEMBER unsigned meta_group_size() const { return 1; }
  SIMT_GROUP_MEMBER unsigned meta_group_rank() const { return 0; }

  template <class T>
  SIMT_GROUP_MEMBER T shfl(T value, unsigned rank) const {
    return from_lane(value, lane_of(rank % num_threads()));
  }
  template <class T>
  SIMT_GROUP_MEMBER T shfl_up(T value, unsigned distance) const {
    const unsigned rank = thread_rank();
    return from_lane(value, lane_of(distance <= rank ? rank - distance : rank));
  }
  template <class T>
  SIMT_GROUP_MEMBER T shfl_down(T value, unsigned distance) const {
    const unsigned rank = thread_rank();
    return from_lane(value, lane_of(rank + distance < num_threads() ? rank + distance : rank));
  }

  SIMT_GROUP_MEMBER int any(int predicate) const { return __any_sync(lanes(), predicate); }
  SIMT_GROUP_MEMBER int all(int predicate) const { return __all_sync(lanes(), predicate); }
  SIMT_GROUP_MEMBER unsigned ballot(int predicate) const {
    return to_ranks(__ballot_sync(lanes(), predicate));
  }
  template <class T>
  SIMT_GROUP_MEMBER unsigned match_any(T value) const {
    return to_ranks(__match_any_sync(lanes(), value));
  }
  template <class T>
  SIMT_GROUP_MEMBER unsigned match_all(T value, int& predicate) const {
    return to_ranks(__match_all_sync(lanes(), value, &predicate));
  }

 protected:
  SIMT_GROUP_MEMBER explicit coalesced_group(unsigned mask) : thread_group(false, mask) {}

 private:
  friend __device__ coalesced_group coalesced_threads();
  friend __device__ coalesced_group binary_partition(const coalesced_group& group, bool predicate);
  template <class T>
  friend __device__ coalesced_group labeled_partition(const coalesced_group& group, T label);

  /// The lane that has `rank` in this group.
  SIMT_GROUP_MEMBER int lane_of(unsigned rank) const {
    unsigned rest = lanes();
    for (; rank > 0; --rank) rest &= rest - 1;
    return __ffs(static_cast<int>(rest)) - 1;
  }
  /// Bits by lane become bits by rank.
  SIMT_GROUP_MEMBER unsigned to_ranks(unsigned by_lane) const {
    unsigned by_rank = 0;
    unsigned rank = 0;
    for (unsigned rest = lanes(); rest != 0; rest &= rest - 1, ++rank)
      by_rank |= (by_lane & (rest & -rest)) != 0 ? 1u << rank : 0;
    return by_rank;
  }
  template <class T>
  SIMT_GROUP_MEMBER T from_lane(const T& value, int lane) const {
    constexpr unsigned kWords = (sizeof(T) + 7) / 8;
    unsigned long long words[kWords] = {};
    __builtin_memcpy(words, &value, sizeof(T));
    for (unsigned i = 0; i < kWords; ++i) words[i] = __shfl_sync(lanes(), words[i], lane);
    T result;
    __builtin_memcpy(&result, words, sizeof(T));
    return result;
  }
};

/// `Size` consecutive threads of a block.
template <unsigned Size, class Parent = void>
class thread_block_tile : public coalesced_group {
  static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0,
                "simt supports tiles of 1, 2, 4, 8, 16 and 32 threads");

 public:
  SIMT_GROUP_MEMBER explicit thread_block_tile(unsigned parent_threads, unsigned parent_rank)
      : coalesced_group(kLanes << (simt_lane_id() & ~(Size - 1))),
        meta_size_((parent_threads + Size - 1) / Size),
        meta_rank_(parent_rank / Size) {}

  /// A tile is usable without its parent's type.
  SIMT_GROUP_MEMBER operator thread_block_tile<Size, void>() const {
    return thread_block_tile<Size, void>(meta_size_ * Size, meta_rank_ * Size + thread_rank());
  }

  SIMT_GROUP_MEMBER static constexpr unsigned num_threads() { return Size; }
  SIMT_GROUP_MEMBER static constexpr unsigned size() { return Size; }
  SIMT_GROUP_MEMBER static unsigned thread_rank() { return simt_lane_id() & (Size - 1); }
  SIMT_GROUP_MEMBER unsigned meta_group_size() const { return meta_size_; }
  SIMT_GROUP_MEMBER unsigned meta_group_rank() const { return meta_rank_; }
  template <class T>
  SIMT_GROUP_MEMBER T shfl_xor(T value, unsigned rank_mask) const {
    return shfl(value, thread_rank() ^ rank_mask);
  }

 private:
  static constexpr unsigned kLanes = Size == 32 ? 0xffffffffu : (1u << Size % 32) - 1;
  unsigned meta_size_;
  unsigned meta_rank_;
};

SIMT_GROUP_MEMBER thread_block this_thread_block() { return thread_block(); }
SIMT_GROUP_MEMBER grid_group this_grid() { return grid_group(); }
/// The lanes of the warp that are at this call together.
SIMT_GROUP_MEMBER coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

template <unsigned Size>
SIMT_GROUP_MEMBER thread_block_tile<Size, thread_block> tiled_partition(const thread_block&) {
  return thread_block_tile<Size, thread_block>(thread_block::num_threads(),
                                               thread_block::thread_rank());
}
template <unsigned Size, unsigned ParentSize, class Grandparent>
SIMT_GROUP_MEMBER thread_block_tile<Size, thread_block_tile<ParentSize, Grandparent>>
tiled_partition(const thread_block_tile<ParentSize, Grandparent>& parent) {
  static_assert(Size <= ParentSize, "a tile is no larger than what it is part of");
  return thread_block_tile<Size, thread_block_tile<ParentSize, Grandparent>>(ParentSize,
                                                                             parent.thread_rank());
}

/// `size` members of `parent`, a power of two up to 32, that follow each other in rank.
SIMT_GROUP_MEMBER thread_group tiled_partition(const thread_group& parent, unsigned size) {
  const unsigned first = static_cast<unsigned>(parent.thread_rank()) & ~(size - 1);
  unsigned rest = parent.is_block_ ? ~0u : parent.mask_;
  for (unsigned skipped = parent.is_block_ ? first % 32 : first; skipped > 0; --skipped)
    rest &= rest - 1;
  unsigned tile = 0;
  for (unsigned i = 0; i < size && rest != 0; ++i, rest &= rest - 1) tile |= rest & -rest;
  return thread_group(false, tile);
}

/// The members of `group` for which `predicate` is the same.
SIMT_GROUP_MEMBER coalesced_group binary_partition(const coalesced_group& group, bool predicate) {
  const unsigned with = __ballot_sync(group.lanes(), predicate);
  return coalesced_group(predicate ? with : group.lanes() & ~with);
}
/// The members of `group` that give the same label.
template <class T>
SIMT_GROUP_MEMBER coalesced_group labeled_partition(const coalesced_group& group, T label) {
  return coalesced_group(__match_any_sync(group.lanes(), label));
}

template <class Group>
SIMT_GROUP_MEMBER void sync(const Group& group) {
  group.sync();
}
template <class Group>
SIMT_GROUP_MEMBER auto thread_rank(const Group& group) {
  return group.thread_rank();
}
template <class Group>
SIMT_GROUP_MEMBER auto group_size(const Group& group) {
  return group.size();
}

}  // namespace cooperative_groups

#undef SIMT_GROUP_MEMBER

#endif
