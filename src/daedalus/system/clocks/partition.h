// Which unknowns have the same clock, and which have none? The graph of equations, cut at the operators of
// clocks (Modelica 3.6, section 16.7).
//
// Unknowns of one equation belong together. So do the two sides of previous(), and the unknowns of a clocked
// when-clause. Unknowns that belong together are a partition. It is clocked if an operator makes one of its
// unknowns clocked; if another operator makes one continuous, that is an error. Parameters that are found at
// the start have no clock and join nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/system/clocks/clocked_text.h"
#include "daedalus/system/connect/disjoint_sets.h"
#include "daedalus/system/expr/leaves.h"

namespace daedalus::clocks {

class Partitions {
 public:
  Partitions(const System& system, const ClockedText& text);

  // The number of a clocked partition, from 0; nullopt if not clocked, or without unknowns.
  std::optional<std::uint32_t> Of(ExprId e);
  std::optional<std::uint32_t> Of(VariableId v) const { return number_[v.index()]; }
  std::optional<std::uint32_t> Of(DiscreteId d) const { return number_[num_variables_ + d.index()]; }
  std::size_t size() const { return reasons_.size(); }
  // The operator that decided it.
  Span ReasonFor(std::uint32_t partition) const { return reasons_[partition]; }
  const std::vector<Diagnostic>& errors() const { return errors_; }

 private:
  // The unknowns of an expression, also those in relations and before the event.
  const std::vector<std::uint32_t>& UnknownsIn(ExprId e);
  void AddUnknowns(ExprId e);
  void FindFree();
  void Join(ExprId a, ExprId b);
  void JoinEquations();
  void JoinActions(const ClockedText& text);
  void Mark(ExprId e, bool is_clocked, Span span);
  void MarkUnknown(std::uint32_t unknown, bool is_clocked, Span span);
  void MarkAll(const ClockedText& text);
  void Number();

  const System& system_;
  std::uint32_t num_variables_;
  connect::DisjointSets sets_;
  std::vector<char> is_free_;  // parameters that are found at the start
  struct Marks {
    Span clocked, continuous;
    bool is_clocked = false, is_continuous = false;
  };
  std::vector<Marks> marks_;  // by set
  std::vector<std::optional<std::uint32_t>> number_;
  std::vector<Span> reasons_;
  std::vector<Diagnostic> errors_;
  expr::LeafCollector leaves_;
  std::vector<std::uint32_t> unknowns_;  // scratch
};

}  // namespace daedalus::clocks
