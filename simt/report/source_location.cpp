// SPDX-License-Identifier: Apache-2.0
#include "simt/report/source_location.h"

#include <cxxabi.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <mutex>

namespace simt {
namespace {

/// The debug information of the modules loaded into this process.
class DebugInformation {
 public:
  DebugInformation() {
    static const Dwfl_Callbacks callbacks = {
        .find_elf = dwfl_linux_proc_find_elf,
        .find_debuginfo = dwfl_standard_find_debuginfo,
        .section_address = nullptr,
        .debuginfo_path = nullptr,
    };
    session_.reset(dwfl_begin(&callbacks));
    refresh();
  }

  SourceLocation find(std::uintptr_t address) {
    Dwfl_Module* module = dwfl_addrmodule(session_.get(), address);
    if (module == nullptr) {
      // Loaded since the last look.
      refresh();
      module = dwfl_addrmodule(session_.get(), address);
    }
    SourceLocation location;
    if (module == nullptr) return location;
    if (Dwarf_Line* line = find_line(module, address)) {
      int number = 0;
      int column = 0;
      dwarf_lineno(line, &number);
      dwarf_linecol(line, &column);
      const char* file = dwarf_linesrc(line, nullptr, nullptr);
      if (file != nullptr) location.file = file;
      location.line = static_cast<std::uint32_t>(number);
      location.column = static_cast<std::uint32_t>(column);
    }
    return location;
  }

 private:
  struct End {
    void operator()(Dwfl* session) const { dwfl_end(session); }
  };

  /// Looks through the compilation units one by one: Clang writes no table of their address ranges.
  static Dwarf_Line* find_line(Dwfl_Module* module, std::uintptr_t address) {
    Dwarf_Addr bias = 0;
    Dwarf_Die* unit = nullptr;
    while ((unit = dwfl_module_nextcu(module, unit, &bias)) != nullptr) {
      if (dwarf_haspc(unit, address - bias) == 1) return dwarf_getsrc_die(unit, address - bias);
    }
    return nullptr;
  }

  void refresh() {
    dwfl_report_begin(session_.get());
    dwfl_linux_proc_report(session_.get(), getpid());
    dwfl_report_end(session_.get(), nullptr, nullptr);
  }

  std::unique_ptr<Dwfl, End> session_;
};

}  // namespace

SourceLocation locate(const void* address) {
  static std::mutex mutex;
  static DebugInformation information;
  const std::lock_guard lock(mutex);
  return information.find(reinterpret_cast<std::uintptr_t>(address));
}

SourceLocation locate(const simt_site_record& site) {
  return {.file = site.file, .line = site.line, .column = site.column, .function = site.function};
}

std::string demangle(const char* mangled_name) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(mangled_name, nullptr, nullptr, &status), std::free);
  return text ? text.get() : mangled_name;
}

}  // namespace simt
