// SPDX-License-Identifier: Apache-2.0
/// Opaque handles that the program holds: valid from create to destroy, and never trusted.
#pragma once

#include <memory>
#include <mutex>
#include <unordered_map>

namespace simt {

template <class Object>
class HandleTable {
 public:
  Object* add(std::shared_ptr<Object> object) {
    const std::lock_guard lock(mutex_);
    Object* const handle = object.get();
    objects_.emplace(handle, std::move(object));
    return handle;
  }

  /// Null where `handle` is not valid.
  std::shared_ptr<Object> find(Object* handle) const {
    const std::lock_guard lock(mutex_);
    const auto found = objects_.find(handle);
    return found == objects_.end() ? nullptr : found->second;
  }

  bool remove(Object* handle) {
    const std::lock_guard lock(mutex_);
    return objects_.erase(handle) != 0;
  }

  void clear() {
    const std::lock_guard lock(mutex_);
    objects_.clear();
  }

 private:
  mutable std::mutex mutex_;
  std::unordered_map<Object*, std::shared_ptr<Object>> objects_;
};

}  // namespace simt
