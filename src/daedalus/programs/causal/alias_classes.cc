#include "daedalus/programs/causal/alias_classes.h"

#include <utility>

namespace daedalus::causal {
namespace {

// Takes the statements one after the other.
class Grouping {
 public:
  Grouping(const System& system, const AliasStatements& statements)
      : statements_(statements), classes_(system.variables.size()), properties_(system.variables.size()) {
    for (const VariableId v : IdRange<VariableId>(system.variables.size())) {
      const Declaration& declaration = system.declarations[system.variables[v].declaration];
      properties_[v].has_input = declaration.causality == Causality::kInput;
    }
  }

  AliasClasses Run() {
    for (const AliasStatementId id : IdRange<AliasStatementId>(statements_.size())) {
      switch (statements_[id].kind) {
        case AliasStatement::Kind::kEqual:
          TakeEqual(id);
          break;
        case AliasStatement::Kind::kConstant:
          TakeConstant(id);
          break;
        case AliasStatement::Kind::kNothing:
          out_.refused.push_back({id, {}, {}});
          break;
      }
    }
    for (const Properties& p : properties_) {
      if (p.constant.IsValid()) out_.constants.push_back(p.constant);
    }
    return std::move(out_);
  }

 private:
  struct Properties {  // of a class, at its root
    AliasStatementId constant;
    bool has_input = false;
  };

  void TakeEqual(AliasStatementId id) {
    const AliasStatement& s = statements_[id];
    const auto a = classes_.Find(s.a), b = classes_.Find(s.b);
    // a.sign * a.root = s.sign * b.sign * b.root
    const int sign = a.sign * s.sign * b.sign;
    if (a.root != b.root) {
      Join(id, a.root, b.root, sign);
    } else if (sign > 0) {
      out_.refused.push_back({id, {}, {}});
    } else {
      TakeConstant(id);  // a = -a
    }
  }

  void Join(AliasStatementId id, VariableId a, VariableId b, int sign) {
    const Properties of_a = properties_[a], of_b = properties_[b];
    const bool has_constant = of_a.constant.IsValid() || of_b.constant.IsValid();
    const bool has_input = of_a.has_input || of_b.has_input;
    if ((of_a.has_input && of_b.has_input) || (has_input && has_constant)) return;
    if (of_a.constant.IsValid() && of_b.constant.IsValid()) {
      const int relation = SignOf(of_a.constant) * sign * SignOf(of_b.constant);
      out_.refused.push_back({id, of_a.constant, of_b.constant, relation});
      return;
    }
    const VariableId root = classes_.Unite(a, b, sign);
    properties_[a] = properties_[b] = {};
    properties_[root] = {of_a.constant.IsValid() ? of_a.constant : of_b.constant, has_input};
    out_.links.push_back(id);
  }

  void TakeConstant(AliasStatementId id) {
    Properties& p = properties_[classes_.Find(statements_[id].a).root];
    if (p.has_input) return;
    if (p.constant.IsValid()) {
      out_.refused.push_back({id, p.constant, id, SignOf(p.constant) * SignOf(id)});
    } else {
      p.constant = id;
    }
  }

  // The sign of the variable of a constant statement, relative to the root of its class.
  int SignOf(AliasStatementId constant) { return classes_.Find(statements_[constant].a).sign; }

  const AliasStatements& statements_;
  SignedUnionFind classes_;
  IdVector<VariableId, Properties> properties_;
  AliasClasses out_;
};

}  // namespace

SignedUnionFind::SignedUnionFind(std::size_t num_variables) : sizes_(num_variables, 1) {
  parents_.reserve(num_variables);
  for (const VariableId v : IdRange<VariableId>(num_variables)) parents_.Add({v, 1});
}

SignedUnionFind::SignedRoot SignedUnionFind::Find(VariableId v) {
  SignedRoot place{v, 1};
  while (parents_[place.root].root != place.root) {
    place.sign *= parents_[place.root].sign;
    place.root = parents_[place.root].root;
  }
  // Path compression: links everything on the path to the root. `sign` is that of v relative to the root.
  for (int sign = place.sign; parents_[v].root != place.root;) {
    const SignedRoot old = std::exchange(parents_[v], {place.root, sign});
    sign *= old.sign;
    v = old.root;
  }
  return place;
}

VariableId SignedUnionFind::Unite(VariableId a, VariableId b, int sign) {
  if (sizes_[a] < sizes_[b]) std::swap(a, b);
  parents_[b] = {a, sign};
  sizes_[a] += sizes_[b];
  return a;
}

AliasClasses GroupAliases(const System& system, const AliasStatements& statements) {
  return Grouping(system, statements).Run();
}

}  // namespace daedalus::causal
