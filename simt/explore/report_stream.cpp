// SPDX-License-Identifier: Apache-2.0
#include "simt/explore/report_stream.h"

#include <unistd.h>

#include <string_view>

namespace simt {

void send_line(int file, std::string line) {
  line += '\n';
  for (std::string_view rest = line; !rest.empty();) {
    const ssize_t written = write(file, rest.data(), rest.size());
    if (written <= 0) return;
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace simt
