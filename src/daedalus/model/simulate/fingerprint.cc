#include "daedalus/model/simulate/fingerprint.h"

#include <bit>
#include <string_view>
#include <vector>

namespace daedalus::simulate {
namespace {

// FNV-1a (Fowler, Noll, Vo) over 64-bit words instead of bytes.
class Hash {
 public:
  Hash& Add(std::uint64_t word) {
    value_ = (value_ ^ word) * 0x100000001b3;
    value_ ^= value_ >> 29;  // high bits reach low ones; a product of words alone does not do that
    return *this;
  }
  Hash& Add(std::string_view text) {
    Add(text.size());
    for (const char c : text) Add(static_cast<std::uint64_t>(static_cast<unsigned char>(c)));
    return *this;
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325;
};

// The hash of each expression, independent of its number. Operands come before the expressions that use them.
std::vector<std::uint64_t> HashExpressions(const expr::Graph& graph) {
  std::vector<std::uint64_t> out(graph.size());
  for (const ExprId e : IdRange<ExprId>(graph.size())) {
    Hash hash;
    hash.Add(static_cast<std::uint64_t>(graph.op(e)));
    if (graph.IsConstant(e)) {
      hash.Add(std::bit_cast<std::uint64_t>(graph.constant_value(e)));
    } else if (graph.operands(e).empty()) {
      hash.Add(graph.leaf(e).id).Add(static_cast<std::uint64_t>(graph.leaf(e).order));
    } else if (graph.op(e) == expr::Op::kCall) {
      hash.Add(graph.functions()[graph.function(e).index()]->name()).Add(graph.output(e));
    }
    for (const ExprId operand : graph.operands(e)) hash.Add(out[operand.index()]);
    out[e.index()] = hash.value();
  }
  return out;
}

void AddEvents(const Hybrid& hybrid, const std::vector<std::uint64_t>& of, Hash& hash) {
  hash.Add(hybrid.held.size());
  for (const RelationId r : IdRange<RelationId>(hybrid.relations.size()))
    hash.Add(of[hybrid.relations[r].left.index()]).Add(of[hybrid.relations[r].right.index()]);
  for (const DiscreteEquation& equation : hybrid.equations)
    hash.Add(of[equation.left.index()]).Add(of[equation.right.index()]);
  for (const Reinit& reinit : hybrid.reinits) hash.Add(of[reinit.value.index()]);
}

}  // namespace

std::uint64_t FingerprintOf(const System& system) {
  const std::vector<std::uint64_t> of = HashExpressions(system.graph);
  Hash hash;
  for (const VariableId v : IdRange<VariableId>(system.variables.size())) hash.Add(NameOf(system, v));
  for (const ParameterId p : IdRange<ParameterId>(system.parameters.size())) hash.Add(NameOf(system, p));
  for (const EquationId e : IdRange<EquationId>(system.equations.size()))
    hash.Add(of[system.equations[e].residual.index()]);
  AddEvents(system.hybrid, of, hash);
  return hash.value();
}

}  // namespace daedalus::simulate
