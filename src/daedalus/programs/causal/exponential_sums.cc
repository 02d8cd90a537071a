#include "daedalus/programs/causal/exponential_sums.h"

#include <cmath>
#include <span>
#include <vector>

#include "daedalus/system/discontinuities.h"
#include "daedalus/system/expr/build.h"

namespace daedalus::causal {
namespace {

using expr::Graph;
using expr::Op;

// By expression: does it contain an unknown or the time, and an exponential of one?
struct Contents {
  std::vector<bool> varies, has_exponential;
};

Contents ContentsOf(const Graph& g) {
  Contents out{FindVarying(g), std::vector<bool>(g.size(), false)};
  for (const ExprId e : IdRange<ExprId>(g.size())) {  // operands have smaller numbers
    bool has_one = g.op(e) == Op::kExp && out.varies[e.index()];
    for (const ExprId operand : g.operands(e)) has_one = has_one || out.has_exponential[operand.index()];
    out.has_exponential[e.index()] = has_one;
  }
  return out;
}

// number * factor * exp(exponent)
struct ExponentialTerm {
  double number = 0;
  ExprId factor, exponent;
};

// Without a factor or an exponent if the term has none.
ExponentialTerm SplitExponential(Graph& g, ExprId term) {
  const expr::ScaledTerm split = expr::SplitCoefficient(g, term);
  ExponentialTerm out{split.coefficient, {}, {}};
  std::vector<ExprId> others;
  for (const ExprId factor : split.factors) {
    if (g.op(factor) == Op::kExp && !out.exponent.IsValid()) {
      out.exponent = g.operand(factor, 0);
    } else {
      others.push_back(factor);
    }
  }
  out.factor = expr::Product(g, others);
  return out;
}

// m + log(sum of number * exp(exponent - m)), m = max exponent.
ExprId LogarithmOfSum(Graph& g, std::span<const ExponentialTerm> terms) {
  ExprId largest = terms[0].exponent;
  for (const ExponentialTerm& term : terms.subspan(1)) largest = expr::Max(g, largest, term.exponent);
  std::vector<ExprId> summands;
  for (const ExponentialTerm& term : terms) {
    const ExprId power = expr::Unary(g, Op::kExp, expr::Difference(g, term.exponent, largest));
    summands.push_back(expr::Product(g, g.Constant(term.number), power));
  }
  return expr::Sum(g, largest, expr::Unary(g, Op::kLog, expr::Sum(g, summands)));
}

// (2) for sum = 0; invalid where it is not of that form.
ExprId CompareLogarithms(Graph& g, ExprId sum) {
  if (g.op(sum) != Op::kAdd) return {};
  const std::vector<ExprId> terms(g.operands(sum).begin(), g.operands(sum).end());
  std::vector<ExponentialTerm> positive, negative;
  ExprId factor;
  for (const ExprId term : terms) {
    ExponentialTerm split = SplitExponential(g, term);
    if (!split.exponent.IsValid() || (factor.IsValid() && split.factor != factor)) return {};
    factor = split.factor;
    const bool is_positive = split.number > 0;
    split.number = std::abs(split.number);
    (is_positive ? positive : negative).push_back(split);
  }
  if (positive.empty() || negative.empty()) return {};
  return expr::Difference(g, LogarithmOfSum(g, positive), LogarithmOfSum(g, negative));
}

// A sum, written out as far as its factors are free of unknowns.
class WrittenOut {
 public:
  WrittenOut(Graph& g, const Contents& contents) : g_(g), contents_(contents) {}

  void Add(ExprId e, ExprId factor) {
    if (!Varies(e)) {
      constants_.push_back(expr::Product(g_, factor, e));
    } else if (g_.op(e) == Op::kAdd) {
      for (const ExprId term : Operands(e)) Add(term, factor);
    } else if (g_.op(e) == Op::kDiv && !Varies(g_.operand(e, 1))) {
      const ExprId divisor = g_.operand(e, 1);
      Add(g_.operand(e, 0), expr::Quotient(g_, factor, divisor));
    } else if (g_.op(e) == Op::kMul) {
      AddProduct(e, factor);
    } else {
      terms_.push_back(expr::Product(g_, factor, e));
    }
  }

  // The sum, where constants vanish in it; else invalid.
  ExprId Build() {
    const ExprId rest = expr::Sum(g_, constants_);
    if (g_.IsConstant(rest, 0.0) && !constants_.empty()) {
      const ExprId balance = CompareLogarithms(g_, expr::Sum(g_, terms_));
      return balance.IsValid() ? balance : expr::Sum(g_, terms_);
    }
    const std::size_t num_left = g_.op(rest) == Op::kAdd ? g_.operands(rest).size() : 1;
    if (num_left + 2 > constants_.size()) return {};
    terms_.push_back(rest);
    return expr::Sum(g_, terms_);
  }

 private:
  bool Varies(ExprId e) const { return e.index() >= contents_.varies.size() || contents_.varies[e.index()]; }
  std::vector<ExprId> Operands(ExprId e) const { return {g_.operands(e).begin(), g_.operands(e).end()}; }

  // One factor that varies is looked into; with several the product is a term.
  void AddProduct(ExprId e, ExprId factor) {
    std::vector<ExprId> fixed{factor}, varying;
    for (const ExprId operand : Operands(e)) (Varies(operand) ? varying : fixed).push_back(operand);
    const ExprId product = expr::Product(g_, fixed);
    if (varying.size() == 1) return Add(varying[0], product);
    varying.push_back(product);
    terms_.push_back(expr::Product(g_, varying));
  }

  Graph& g_;
  const Contents& contents_;
  std::vector<ExprId> terms_, constants_;
};

}  // namespace

void RewriteExponentialSums(System& system) {
  Graph& g = system.graph;
  bool has_exponentials = false;
  for (const ExprId e : IdRange<ExprId>(g.size())) has_exponentials |= g.op(e) == Op::kExp;
  if (!has_exponentials) return;
  const Contents contents = ContentsOf(g);
  for (Equation& equation : system.equations) {
    if (!contents.has_exponential[equation.residual.index()]) continue;
    WrittenOut sum(g, contents);
    sum.Add(equation.residual, g.Constant(1.0));
    if (const ExprId shorter = sum.Build(); shorter.IsValid()) equation.residual = shorter;
  }
}

}  // namespace daedalus::causal
