#include "daedalus/programs/codegen/machine_code/session.h"

#include <llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h>
#include <llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h>

#include <cmath>

namespace daedalus::codegen {
namespace {

namespace orc = llvm::orc;

// Rounding is an instruction on most machines and a call of the C library on the others.
std::vector<std::pair<std::string, void*>> LibrarySymbols(std::span<const MathFunction> functions) {
  using Unary = double (*)(double);
  std::vector<std::pair<std::string, void*>> symbols = {
      {"floor", reinterpret_cast<void*>(static_cast<Unary>(&std::floor))},
      {"ceil", reinterpret_cast<void*>(static_cast<Unary>(&std::ceil))},
      {"trunc", reinterpret_cast<void*>(static_cast<Unary>(&std::trunc))},
  };
  for (const MathFunction& function : functions) symbols.emplace_back(function.symbol, function.address);
  return symbols;
}

}  // namespace

llvm::Expected<std::unique_ptr<Session>> Session::Create(const llvm::TargetMachine& machine,
                                                         std::span<const MathFunction> functions) {
  // Our code has no initialisers, exceptions or thread-local data: no platform support is needed.
  auto jit = orc::LLJITBuilder()
                 .setJITTargetMachineBuilder(orc::JITTargetMachineBuilder(machine.getTargetTriple()))
                 .setDataLayout(machine.createDataLayout())
                 .setPlatformSetUp(orc::setUpInactivePlatform)
                 .setObjectLinkingLayerCreator([](orc::ExecutionSession& session, const llvm::Triple&) {
                   return std::make_unique<orc::ObjectLinkingLayer>(session);
                 })
                 .create();
  if (!jit) return jit.takeError();
  orc::SymbolMap symbols;
  for (const auto& [name, address] : LibrarySymbols(functions)) {
    symbols[(*jit)->mangleAndIntern(name)] = {
        orc::ExecutorAddr::fromPtr(address), llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  }
  if (auto error = (*jit)->getMainJITDylib().define(orc::absoluteSymbols(std::move(symbols)))) return error;
  return std::unique_ptr<Session>(new Session(std::move(*jit)));
}

}  // namespace daedalus::codegen
