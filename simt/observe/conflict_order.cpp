// SPDX-License-Identifier: Apache-2.0
#include "simt/observe/conflict_order.h"

#include <algorithm>
#include <utility>

#include "simt/schedule/random.h"

namespace simt {
namespace {

constexpr std::uint64_t kGranule = 4;

/// A Bloom filter's bits of a reader.
std::uint64_t reader_bits(ThreadNumber thread) {
  const std::uint64_t hash = mix(thread);
  return std::uint64_t{1} << (hash & 63) | std::uint64_t{1} << (hash >> 6 & 63);
}

}  // namespace

void ConflictOrder::begin_launch() {
  ++launch_;
  used_ = 0;
  hash_ = 0;
  conflicts_ = 0;
  accesses_ = 0;
}

void ConflictOrder::on_access(const AccessEvent& event) {
  ++accesses_;
  const bool write = writes(*event.site);
  const std::uint64_t end = event.address + std::max<std::uint64_t>(event.bytes, 1);
  for (std::uint64_t granule = event.address / kGranule; granule * kGranule < end; ++granule) {
    Cell& cell = this->cell(granule);
    const bool alone = (cell.writer == kNobody || cell.writer == event.thread) &&
                       (cell.reader == kNobody || cell.reader == event.thread);
    const bool conflict = write ? !alone : cell.writer != kNobody && cell.writer != event.thread;
    if (write) {
      cell.order = mix(cell.order ^ mix(event.thread) ^ cell.readers);
      cell.readers = 0;
      cell.writer = event.thread;
      cell.reader = kNobody;
    } else if (cell.reader != event.thread) {
      cell.reader = cell.reader == kNobody ? event.thread : kMany;
      cell.readers |= reader_bits(event.thread);
    }
    if (conflict) {
      cell.contended = true;
      ++conflicts_;
    }
    if (!cell.contended) continue;
    hash_ ^= cell.contribution;
    cell.contribution = mix(granule ^ cell.order ^ cell.readers);
    hash_ ^= cell.contribution;
  }
}

ConflictOrder::Cell& ConflictOrder::cell(std::uint64_t key) {
  if (used_ * 2 > cells_.size()) grow();
  const std::size_t mask = cells_.size() - 1;
  std::size_t at = mix(key) & mask;
  while (cells_[at].launch == launch_ && cells_[at].key != key) at = (at + 1) & mask;
  Cell& cell = cells_[at];
  if (cell.launch != launch_) {
    cell = {};
    cell.key = key;
    cell.launch = launch_;
    ++used_;
  }
  return cell;
}

void ConflictOrder::grow() {
  std::vector<Cell> old(cells_.size() * 2);
  std::swap(old, cells_);
  const std::size_t mask = cells_.size() - 1;
  for (const Cell& cell : old) {
    if (cell.launch != launch_) continue;
    std::size_t at = mix(cell.key) & mask;
    while (cells_[at].launch == launch_) at = (at + 1) & mask;
    cells_[at] = cell;
  }
}

}  // namespace simt
