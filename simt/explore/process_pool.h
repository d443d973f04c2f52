// SPDX-License-Identifier: Apache-2.0
/// Children of this process that work on parts of a job, each with a copy of everything as it was
/// when it began, and report by lines of text. What they do to memory, and to themselves, stays
/// with them.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace simt {

class ProcessPool {
 public:
  /// Sends a line to the parent.
  using Report = std::function<void(std::string_view line)>;
  /// The work of child `number`.
  using Work = std::function<void(unsigned number, const Report& report)>;
  /// Takes a line of child `number`. False ends all children.
  using Receive = std::function<bool(unsigned number, std::string_view line)>;
  /// Learns that child `number` was killed by `signal`. True: another one takes its place.
  using Died = std::function<bool(unsigned number, int signal)>;

  /// Runs `children` children to their end. Throws std::system_error where none can be made.
  static void run(unsigned children, const Work& work, const Receive& receive, const Died& died);
};

}  // namespace simt
