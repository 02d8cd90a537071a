#include "daedalus/system/validate.h"

#include <algorithm>
#include <bit>
#include <compare>
#include <cstdint>
#include <span>
#include <string_view>

#include "daedalus/system/expr/leaves.h"
#include "daedalus/system/expr/traverse.h"
#include "daedalus/system/parameters.h"
#include "daedalus/system/print_system.h"

namespace daedalus {
namespace {

constexpr std::size_t kMaxNamed = 10;  // names in one message

Span SpanOf(const System& system, DeclarationId declaration) {
  return system.declarations[declaration].span;
}

// The unknowns that occur in some equation, and the equations without unknowns.
struct Coverage {
  std::vector<VariableId> unused;
  std::vector<EquationId> without_unknowns;
};

Coverage FindCoverage(const System& system) {
  Coverage coverage;
  expr::LeafCollector collector;
  std::vector<bool> is_used(system.variables.size(), false);
  for (const EquationId id : IdRange<EquationId>(system.equations.size())) {
    const expr::Leaves& leaves = collector.Collect(system.graph, system.equations[id].residual);
    for (const expr::VariableLeaf& leaf : leaves.variables) is_used[leaf.variable.index()] = true;
    if (leaves.variables.empty()) coverage.without_unknowns.push_back(id);
  }
  for (const VariableId id : IdRange<VariableId>(system.variables.size())) {
    if (!is_used[id.index()]) coverage.unused.push_back(id);
  }
  return coverage;
}

std::string CountText(std::size_t n, std::string_view noun) {
  return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s");
}

template <class Item>
std::span<const Item> FirstFew(const std::vector<Item>& items) {
  return std::span(items).first(std::min(items.size(), kMaxNamed));
}

// The first few texts, and how many more there are.
template <class Item, class ToText>
std::string ListText(const std::vector<Item>& items, ToText to_text) {
  std::string list;
  for (const Item item : FirstFew(items))
    list += fmt::format("{}`{}`", list.empty() ? "" : ", ", to_text(item));
  if (items.size() > kMaxNamed) list += fmt::format(" and {} more", items.size() - kMaxNamed);
  return list;
}

// The first label becomes the primary one.
void AddLabel(Diagnostic& d, Span span, const std::string& text) {
  if (!span.IsValid()) return;
  if (!d.primary.span.IsValid()) {
    d.primary = {span, text};
  } else {
    d.With(span, text);
  }
}

void CheckBalance(const System& system, Diagnostics& out) {
  const Coverage coverage = FindCoverage(system);
  const std::size_t num_equations = system.equations.size(), num_unknowns = system.variables.size();
  if (num_equations == num_unknowns && coverage.unused.empty() && coverage.without_unknowns.empty()) return;
  const std::string counts =
      fmt::format("{} for {}", CountText(num_equations, "equation"), CountText(num_unknowns, "unknown"));
  Diagnostic d = Error(Code::kUnbalanced, Span(), "the model `{}` has {}", system.name, counts);
  if (num_equations == num_unknowns) d.message += ", but they do not determine all of them";
  const auto name = [&](VariableId v) { return NameOf(system, v); };
  const auto text = [&](EquationId e) { return EquationText(system, e, 60); };
  if (!coverage.unused.empty()) d.Note("unknowns in no equation: " + ListText(coverage.unused, name));
  if (!coverage.without_unknowns.empty()) {
    d.Note("equations without an unknown: " + ListText(coverage.without_unknowns, text));
  }
  for (const VariableId id : FirstFew(coverage.unused)) {
    const Variable& v = system.variables[id];
    AddLabel(d, SpanOf(system, v.declaration),
             fmt::format("`{}` appears in no equation", NameOf(system, id)));
  }
  for (const EquationId id : FirstFew(coverage.without_unknowns)) {
    AddLabel(d, SpanOf(system, system.equations[id]), "this equation has no unknown");
  }
  out.Report(std::move(d));
}

void CheckParameters(const System& system, Diagnostics& out) {
  expr::LeafCollector collector;
  for (const ParameterId id : IdRange<ParameterId>(system.parameters.size())) {
    const Parameter& p = system.parameters[id];
    if (!p.value.IsValid()) continue;
    const expr::Leaves& leaves = collector.Collect(system.graph, p.value);
    if (leaves.variables.empty() && !leaves.has_time) continue;
    const std::string culprit = leaves.has_time ? "time" : NameOf(system, leaves.variables[0].variable);
    out.Report(Error(Code::kParameterVaries, SpanOf(system, p.declaration),
                     "the value of parameter `{}` depends on `{}`", NameOf(system, id), culprit)
                   .Hint("make it a variable with an equation"));
  }
  auto order = ParameterOrder(system);
  if (!order.ok()) out.Append(std::move(order).error());
}

// A name that shares its hash, or at least the first bits of it, with another one.
struct SharedHash {
  std::uint32_t hash;
  std::size_t position;  // in the order of declaration, parameters first
  friend auto operator<=>(const SharedHash&, const SharedHash&) = default;
};

// In order. About one in sixteen unique hashes is included by accident.
template <class HashAt>
std::vector<SharedHash> FindSharedHashes(std::size_t count, HashAt hash_at) {
  const std::size_t num_bits = std::bit_ceil(16 * count + 1);
  std::vector<bool> is_there(num_bits), is_shared(num_bits);
  std::vector<std::uint32_t> hashes(count);
  for (std::size_t i = 0; i < count; ++i) {
    hashes[i] = hash_at(i);
    const std::size_t bit = hashes[i] & (num_bits - 1);
    if (is_there[bit]) is_shared[bit] = true;
    is_there[bit] = true;
  }
  std::vector<SharedHash> shared;
  for (std::size_t i = 0; i < count; ++i) {
    if (is_shared[hashes[i] & (num_bits - 1)]) shared.push_back({hashes[i], i});
  }
  std::sort(shared.begin(), shared.end());
  return shared;
}

}  // namespace

// Compares hashes first, so that a million names need not be kept as texts. Names with a unique hash are
// done.
std::vector<Diagnostic> FindDuplicateNames(const System& system) {
  const std::size_t num_parameters = system.parameters.size();
  const auto text = [&](std::size_t position) {
    return position < num_parameters ? NameOf(system, ParameterId(position))
                                     : NameOf(system, VariableId(position - num_parameters));
  };
  const auto span = [&](std::size_t position) {
    return SpanOf(system, position < num_parameters
                              ? system.parameters[ParameterId(position)].declaration
                              : system.variables[VariableId(position - num_parameters)].declaration);
  };
  std::vector<SharedHash> entries =
      FindSharedHashes(num_parameters + system.variables.size(), [&](std::size_t position) {
        return system.names.Hash(position < num_parameters
                                     ? system.parameters[ParameterId(position)].name
                                     : system.variables[VariableId(position - num_parameters)].name);
      });
  std::vector<std::pair<std::size_t, std::size_t>> twice;  // the repetition, and the first one
  for (std::size_t i = 1, first = 0; i < entries.size(); ++i) {
    if (entries[i].hash != entries[first].hash) first = i;
    for (std::size_t k = first; k < i; ++k) {
      if (text(entries[k].position) != text(entries[i].position)) continue;
      twice.emplace_back(entries[i].position, entries[k].position);
      break;
    }
  }
  std::sort(twice.begin(), twice.end());
  Diagnostics out;
  for (const auto& [again, first] : twice) {
    Diagnostic d = Error(Code::kDuplicateVariable, span(again), "`{}` is declared twice", text(again));
    if (span(first).IsValid()) d.With(span(first), "first declared here");
    out.Report(std::move(d));
  }
  return out.Take();
}

std::vector<Diagnostic> Validate(const System& system) {
  CheckInvariants(system);
  Diagnostics out;
  out.Append(FindDuplicateNames(system));
  CheckParameters(system, out);
  CheckBalance(system, out);
  return out.Take();
}

}  // namespace daedalus
