#include "daedalus/programs/codegen/machine_code/emit_ir.h"

#include <llvm/IR/IRBuilder.h>

#include "daedalus/programs/codegen/machine_code/emit_tape.h"

namespace daedalus::codegen {
namespace {

FunctionArguments ArgumentsOf(llvm::Function& f) {
  return {f.getArg(0), f.getArg(1), f.getArg(2), f.getArg(3)};
}

}  // namespace

ModuleEmitter::ModuleEmitter(llvm::LLVMContext& context, const llvm::DataLayout& layout,
                             const KernelProgram& program, const MachineCodeRuntime& runtime)
    : context_(context),
      program_(program),
      runtime_(runtime),
      module_(std::make_unique<llvm::Module>("kernels", context)) {
  module_->setDataLayout(layout);
}

void ModuleEmitter::Emit(const FunctionPlan& plan, const std::string& name) {
  llvm::Function* const function = NewFunction(name);
  if (plan.is_loop) {
    EmitLoop(program_.groups[plan.groups[0]], *function);
  } else {
    EmitStraightLine(plan.groups, *function);
  }
  num_instructions_ += function->getInstructionCount();
}

// The arrays do not overlap, and only the last one is written.
llvm::Function* ModuleEmitter::NewFunction(const std::string& name) {
  llvm::IRBuilder<> types(context_);
  llvm::Type* const array = types.getPtrTy();
  auto* const type =
      llvm::FunctionType::get(types.getVoidTy(), {types.getDoubleTy(), array, array, array}, false);
  auto* const function = llvm::Function::Create(type, llvm::Function::ExternalLinkage, name, *module_);
  function->setDoesNotThrow();
  for (unsigned i = 1; i < function->arg_size(); ++i) {
    function->addParamAttr(i, llvm::Attribute::NoAlias);
    function->addParamAttr(i, llvm::Attribute::NoCapture);
    if (i + 1 < function->arg_size()) function->addParamAttr(i, llvm::Attribute::ReadOnly);
  }
  return function;
}

void ModuleEmitter::EmitLoop(const KernelGroup& group, llvm::Function& function) {
  auto* const entry = llvm::BasicBlock::Create(context_, "entry", &function);
  auto* const body = llvm::BasicBlock::Create(context_, "body", &function);
  auto* const exit = llvm::BasicBlock::Create(context_, "exit", &function);
  llvm::IRBuilder<> before(entry), inside(body);

  llvm::PHINode* const instance = inside.CreatePHI(inside.getInt64Ty(), 2);
  TapeEmitter(program_, runtime_, ArgumentsOf(function), before, inside).Emit(group, instance);
  llvm::Value* const next = inside.CreateNUWAdd(instance, inside.getInt64(1));
  inside.CreateCondBr(inside.CreateICmpULT(next, inside.getInt64(group.num_instances)), body, exit);
  before.CreateBr(body);
  instance->addIncoming(before.getInt64(0), entry);
  instance->addIncoming(next, body);
  llvm::IRBuilder<>(exit).CreateRetVoid();
}

void ModuleEmitter::EmitStraightLine(std::span<const std::uint32_t> groups, llvm::Function& function) {
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context_, "entry", &function));
  TapeEmitter tapes(program_, runtime_, ArgumentsOf(function), builder, builder);
  for (const std::uint32_t group : groups) tapes.Emit(program_.groups[group], builder.getInt64(0));
  builder.CreateRetVoid();
}

}  // namespace daedalus::codegen
