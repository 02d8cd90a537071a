// Systems written as lists of names: "x' v" is an equation between x' and v. A star marks a variable that
// stays in the derivative of its equation, because it does not appear linearly with a constant factor: "x*
// y*" is the incidence of x^2 + y^2 = 1, its derivative that of 2 x x' + 2 y y' = 0.
#pragma once

#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "daedalus/structure/pantelides.h"

namespace daedalus::structure {

class NamedSystem final : public DerivativeHooks {
 public:
  // Variables are numbered in the order of `names`, then as the equations mention further derivatives.
  NamedSystem(const std::string& names, const std::vector<std::string>& equations) {
    std::istringstream in(names);
    for (std::string name; in >> name;) Add(name);
    for (const std::string& equation : equations) {
      terms_.emplace_back();
      std::istringstream words(equation);
      for (std::string word; words >> word;) {
        const bool stays = word.back() == '*';
        if (stays) word.pop_back();
        terms_.back().push_back({IdOf(word), stays});
      }
    }
    incidence.num_columns = variables.size();
    for (const auto& terms : terms_) incidence.AddRow(ColumnsOf(terms));
  }

  void DifferentiateVariable(ColumnId variable, ColumnId derivative) override {
    ++num_calls;
    ASSERT_EQ(derivative.index(), names_.size());
    const std::string name = names_[variable] + "'";
    ids_[name] = names_.Add(name);
    variables.Add();
    variables.Link(variable, derivative);
  }
  std::vector<ColumnId> DifferentiateEquation(RowId equation, RowId derivative) override {
    ++num_calls;
    EXPECT_EQ(derivative.index(), terms_.size());
    std::map<ColumnId, bool> sum;
    for (const Term& term : terms_[equation.index()]) {
      EXPECT_TRUE(variables.DerivativeOf(term.variable).IsValid())
          << "variables are differentiated before equations";
      sum[variables.DerivativeOf(term.variable)] |= term.stays;
      if (term.stays) sum[term.variable] = true;
    }
    terms_.emplace_back();
    for (const auto& [variable, stays] : sum) terms_.back().push_back({variable, stays});
    return ColumnsOf(terms_.back());
  }

  ColumnId Id(const std::string& name) const { return ids_.at(name); }
  std::string NamesOf(const std::vector<ColumnId>& ids) const {
    std::string out;
    for (const ColumnId id : ids) out += (out.empty() ? "" : " ") + names_[id];
    return out;
  }

  Incidence incidence;
  VariableDerivatives variables;
  int num_calls = 0;

 private:
  struct Term {
    ColumnId variable;
    bool stays;
  };

  ColumnId Add(const std::string& name) {
    ids_[name] = variables.Add();
    names_.Add(name);
    return ids_[name];
  }
  ColumnId IdOf(const std::string& name) {
    if (ids_.count(name)) return ids_[name];
    const ColumnId of = IdOf(name.substr(0, name.size() - 1));
    const ColumnId id = Add(name);
    variables.Link(of, id);
    return id;
  }
  static std::vector<ColumnId> ColumnsOf(const std::vector<Term>& terms) {
    std::vector<ColumnId> row;
    for (const Term& term : terms) row.push_back(term.variable);
    return row;
  }

  PerColumn<std::string> names_;
  std::map<std::string, ColumnId> ids_;
  std::vector<std::vector<Term>> terms_;
};

}  // namespace daedalus::structure
