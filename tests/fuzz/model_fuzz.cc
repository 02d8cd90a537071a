// A fuzz target (libFuzzer): whatever text comes, parsing, flattening (which runs functions) and compiling answer with a System or with
// messages, in bounded time and memory. Seeds are the models of the project; besides bytes it exchanges tokens (token_mutation.h).
//
// fuzz_models CORPUS models tests/golden     runs until it finds something; CORPUS keeps what reached new code
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "daedalus/compile/prepare_model.h"
#include "daedalus/semantics/find_model.h"
#include "daedalus/semantics/flatten.h"
#include "daedalus/syntax/parse.h"
#include "daedalus/system/validate.h"
#include "fuzz/token_mutation.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace daedalus::fuzz {
namespace {

// An answer without words is none.
void CheckMessages(const std::vector<Diagnostic>& messages) {
  if (messages.empty()) std::abort();
}

void Compile(System system) {
  CheckInvariants(system);
  if (!Validate(system).empty()) return;
  Diagnostics warnings;
  const auto prepared = compile::PrepareModel(std::move(system), {}, 0.0, warnings);
  if (!prepared) CheckMessages(prepared.error());
}

void Try(std::string text) {
  Sources sources;
  syntax::NameTable names;
  Diagnostics diagnostics;
  const SourceFileId file = sources.Add("fuzz.mo", std::move(text));
  syntax::ParseResult parsed = syntax::Parse(sources, file, names);
  if (!parsed.ok()) return CheckMessages(parsed.diagnostics);
  library::ClassStore store(sources, names, {}, diagnostics);
  store.AddTree(parsed.tree);
  const auto model = semantics::FindModel(store);
  if (!model) return CheckMessages(model.error());
  auto system = semantics::Flatten(store, *model, {}, diagnostics);
  if (!system) return CheckMessages(system.error());
  Compile(std::move(*system));
}

}  // namespace
}  // namespace daedalus::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  daedalus::fuzz::Try(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned int seed) {
  if (seed % 4 == 0) return LLVMFuzzerMutate(data, size, max_size);
  std::mt19937 random(seed);
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::string mutant = daedalus::fuzz::Mutated(daedalus::fuzz::Tokens(text), random);
  const std::size_t length = std::min(mutant.size(), max_size);
  std::memcpy(data, mutant.data(), length);
  return length;
}
