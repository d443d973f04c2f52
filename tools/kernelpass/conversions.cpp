// SPDX-License-Identifier: Apache-2.0
#include "conversions.h"

#include <algorithm>

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace simt::pass {
namespace {

constexpr unsigned kNarrowest = 32;
constexpr unsigned kWidest = 64;

llvm::Value* saturating(llvm::CastInst& cast) {
  llvm::IRBuilder<> builder(&cast);
  llvm::Value* source = cast.getOperand(0);
  const unsigned bits = std::max(cast.getType()->getScalarSizeInBits(), kNarrowest);
  llvm::Type* type = cast.getType()->getWithNewBitWidth(bits);
  const bool is_signed = cast.getOpcode() == llvm::Instruction::FPToSI;
  // Of a NaN it makes 0.
  llvm::Value* result =
      builder.CreateIntrinsic(is_signed ? llvm::Intrinsic::fptosi_sat : llvm::Intrinsic::fptoui_sat,
                              {type, source->getType()}, {source});
  if (bits == kWidest || source->getType()->getScalarType()->isDoubleTy()) {
    result =
        builder.CreateSelect(builder.CreateFCmpUNO(source, source),
                             llvm::ConstantInt::get(type, llvm::APInt::getSignMask(bits)), result);
  }
  return builder.CreateTrunc(result, cast.getType());
}

bool converts_to_integer(const llvm::Instruction& instruction) {
  return (llvm::isa<llvm::FPToSIInst>(instruction) || llvm::isa<llvm::FPToUIInst>(instruction)) &&
         instruction.getType()->getScalarSizeInBits() <= kWidest;
}

}  // namespace

void lower_conversions(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      if (!converts_to_integer(instruction)) continue;
      auto& cast = llvm::cast<llvm::CastInst>(instruction);
      llvm::Value* result = saturating(cast);
      result->takeName(&cast);
      cast.replaceAllUsesWith(result);
      cast.eraseFromParent();
    }
  }
}

}  // namespace simt::pass
