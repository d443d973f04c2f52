// SPDX-License-Identifier: Apache-2.0
/// The program that a command of `simt` runs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace simt {

/// Of a program that is not there, as shells give it.
inline constexpr int kNotFoundStatus = 127;

/// Throws CLI::ParseError where `words` does not begin with a program.
void require_program(std::string_view command, const std::vector<std::string>& words);

/// Becomes the program. Where it cannot be run, says so and throws CLI::RuntimeError with the
/// status that shells give: 127 for one that is not found, else 126.
[[noreturn]] void execute(std::vector<std::string> words);

/// The file that execute() runs for `word`, as shells look for it. Throws std::invalid_argument
/// where there is none.
std::string find_program(const std::string& word);

}  // namespace simt
