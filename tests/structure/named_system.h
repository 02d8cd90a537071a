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
    for (std::uint32_t e = 0; e < terms_.size(); ++e) incidence.AddRow(RowOf(e));
  }

  void DifferentiateVariable(std::uint32_t variable, std::uint32_t derivative) override {
    ++num_calls;
    ASSERT_EQ(derivative, names_.size());
    names_.push_back(names_[variable] + "'");
    ids_[names_.back()] = derivative;
    variables.Add();
    variables.Link(variable, derivative);
  }
  std::vector<std::uint32_t> DifferentiateEquation(std::uint32_t equation,
                                                   std::uint32_t derivative) override {
    ++num_calls;
    EXPECT_EQ(derivative, terms_.size());
    std::map<std::uint32_t, bool> sum;
    for (const Term& term : terms_[equation]) {
      EXPECT_NE(variables.DerivativeOf(term.variable), kUnmatched)
          << "variables are differentiated before equations";
      sum[variables.DerivativeOf(term.variable)] |= term.stays;
      if (term.stays) sum[term.variable] = true;
    }
    terms_.emplace_back();
    for (const auto& [variable, stays] : sum) terms_.back().push_back({variable, stays});
    return RowOf(derivative);
  }

  std::uint32_t Id(const std::string& name) const { return ids_.at(name); }
  std::string NamesOf(const std::vector<std::uint32_t>& ids) const {
    std::string out;
    for (const std::uint32_t id : ids) out += (out.empty() ? "" : " ") + names_[id];
    return out;
  }

  Incidence incidence;
  DerivativeMap variables;
  int num_calls = 0;

 private:
  struct Term {
    std::uint32_t variable;
    bool stays;
  };

  std::uint32_t Add(const std::string& name) {
    ids_[name] = variables.Add();
    names_.push_back(name);
    return ids_[name];
  }
  std::uint32_t IdOf(const std::string& name) {
    if (ids_.count(name)) return ids_[name];
    const std::uint32_t of = IdOf(name.substr(0, name.size() - 1));
    const std::uint32_t id = Add(name);
    variables.Link(of, id);
    return id;
  }
  std::vector<std::uint32_t> RowOf(std::uint32_t equation) const {
    std::vector<std::uint32_t> row;
    for (const Term& term : terms_[equation]) row.push_back(term.variable);
    return row;
  }

  std::vector<std::string> names_;
  std::map<std::string, std::uint32_t> ids_;
  std::vector<std::vector<Term>> terms_;
};

}  // namespace daedalus::structure
