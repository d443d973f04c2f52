// SPDX-License-Identifier: Apache-2.0
/// Builds the option table from what llvm-tblgen made of options.td. Its form changed between LLVM
/// 16 (no macros), 17 to 19 (arrays of prefixes) and 20 (string tables).
#include "tools/simtcc/option_table.h"

#include <llvm/ADT/StringRef.h>

#include <iterator>

namespace simt::cc {
namespace {

using namespace llvm::opt;  // what the generated table names

#if LLVM_VERSION_MAJOR >= 20
#define OPTTABLE_STR_TABLE_CODE
#include "options.inc"
#undef OPTTABLE_STR_TABLE_CODE
#define OPTTABLE_PREFIXES_TABLE_CODE
#include "options.inc"
#undef OPTTABLE_PREFIXES_TABLE_CODE
#else
#define PREFIX(NAME, VALUE)                               \
  constexpr llvm::StringLiteral NAME##_strings[] = VALUE; \
  constexpr llvm::ArrayRef<llvm::StringLiteral> NAME(NAME##_strings, std::size(NAME##_strings) - 1);
#include "options.inc"
#undef PREFIX
#endif

constexpr llvm::opt::OptTable::Info option_infos[] = {
#if LLVM_VERSION_MAJOR >= 17
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#else
#define OPTION(PREFIX, NAME, ID, KIND, GROUP, ALIAS, ALIASARGS, FLAGS, PARAM, HELPTEXT, METAVAR, \
               VALUES)                                                                           \
  {PREFIX, NAME,  HELPTEXT,    METAVAR,     OPT_##ID,  Option::KIND##Class,                      \
   PARAM,  FLAGS, OPT_##GROUP, OPT_##ALIAS, ALIASARGS, VALUES},
#endif
#include "options.inc"
#undef OPTION
};

class Table : public llvm::opt::GenericOptTable {
 public:
#if LLVM_VERSION_MAJOR >= 20
  Table() : GenericOptTable(OptionStrTable, OptionPrefixesTable, option_infos) {}
#else
  Table() : GenericOptTable(option_infos) {}
#endif
};

}  // namespace

const llvm::opt::OptTable& option_table() {
  static const Table table;
  return table;
}

void print_options(llvm::raw_ostream& stream, const char* usage, const char* title) {
  option_table().printHelp(stream, usage, title, /*ShowHidden=*/false);
}

}  // namespace simt::cc
