// A fuzz target (libFuzzer): whatever text comes, parsing, flattening (which carries functions out) and
// compiling answer with a System or with messages, in bounded time and memory; and functions that stay
// functions have values, or a reason why not, for whatever arguments. Seeds are the models of the project;
// besides bytes it exchanges tokens (token_mutation.h), and sometimes starts again from a random model of
// connectors and buses (random_models.h).
//
// fuzz_models CORPUS models tests/golden     runs until it finds something; CORPUS keeps texts that reached
//                                            new code
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "daedalus/language/semantics/flatten.h"
#include "daedalus/language/semantics/instances/find_model.h"
#include "daedalus/language/syntax/parse.h"
#include "daedalus/model/compile/prepare_model.h"
#include "daedalus/system/routine/routine.h"
#include "daedalus/system/routine/whole_numbers.h"
#include "daedalus/system/validate.h"
#include "fuzz/random_models.h"
#include "fuzz/token_mutation.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace daedalus::fuzz {
namespace {

// An answer without words is none.
void CheckMessages(const std::vector<Diagnostic>& messages) {
  if (messages.empty()) std::abort();
}

// A failure has a reason, and NaN for all results.
void Evaluate(const expr::Function& f, double scale) {
  std::vector<double> in(f.num_inputs()), out(f.num_outputs());
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = scale * static_cast<double>(i + 1);
  std::string why;
  if (f.Evaluate(in, out, &why)) return;
  if (why.empty()) std::abort();
  for (const double value : out)
    if (!std::isnan(value)) std::abort();
}

// Byte code and its tangent at some points. One that never ends takes its time, which is bounded, and then it
// is enough.
void CarryOut(const System& system) {
  const auto begin = std::chrono::steady_clock::now();
  for (const auto& function : system.graph.functions()) {
    const auto* const routine = dynamic_cast<const routine::Routine*>(function.get());
    if (routine == nullptr) continue;
    routine::WholeRegisters(*routine);
    for (const double scale : {1.0, -0.37, 1e300, std::nan("")}) {
      Evaluate(*routine, scale);
      if (const auto tangent = routine->Tangent()) Evaluate(*tangent, scale);
      if (std::chrono::steady_clock::now() - begin > std::chrono::seconds(1)) return;
    }
  }
}

void Compile(System system) {
  CheckInvariants(system);
  CarryOut(system);
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
  const std::string mutant = seed % 32 == 1 ? daedalus::fuzz::RandomModel(seed).Text()
                                            : daedalus::fuzz::Mutated(daedalus::fuzz::Tokens(text), random);
  const std::size_t length = std::min(mutant.size(), max_size);
  std::memcpy(data, mutant.data(), length);
  return length;
}
