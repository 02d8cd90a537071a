#include "daedalus/system/routine/table_function.h"

#include <mutex>
#include <vector>

#include "daedalus/system/expr/build.h"

namespace daedalus::routine {
namespace {

using expr::ExprId;
using expr::Function;
using expr::Graph;

// A function with one result. Its derivative by each argument is another lookup, or nullptr if there is none.
class Lookup : public Function {
 public:
  Lookup(std::string name, std::size_t num_inputs)
      : Function(std::move(name), num_inputs, 1), partials_(num_inputs) {}

  ExprId Derivative(Graph& g, std::span<const ExprId> x, std::span<const ExprId> dx, std::size_t,
                    bool) const override {
    std::vector<ExprId> terms;
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (g.IsConstant(dx[i], 0.0)) continue;
      if (const FunctionPointer partial = Partial(i)) {
        terms.push_back(expr::Product(g, g.Call(g.AddFunction(partial), 0, x), dx[i]));
      }
    }
    return expr::Sum(g, terms);
  }

 protected:
  virtual FunctionPointer MakePartial(std::size_t input) const = 0;

 private:
  // Returns the same object each time, because equal calls must be equal expressions.
  FunctionPointer Partial(std::size_t input) const {
    const std::lock_guard lock(making_);
    if (!partials_[input]) partials_[input] = MakePartial(input);
    return partials_[input];
  }

  mutable std::mutex making_;
  mutable std::vector<FunctionPointer> partials_;
};

class Lookup1D : public Lookup {
 public:
  Lookup1D(std::shared_ptr<const native::Table1D> table, std::size_t column, int order)
      : Lookup("table", 1), table_(std::move(table)), column_(column), order_(order) {}

 private:
  bool DoEvaluate(std::span<const double> in, std::span<double> out, std::string* why) const override {
    return table_->Evaluate(column_, in[0], order_, &out[0], why);
  }
  FunctionPointer MakePartial(std::size_t) const override { return LookupIn(table_, column_, order_ + 1); }

  std::shared_ptr<const native::Table1D> table_;
  std::size_t column_;
  int order_;
};

class TimeLookup : public Lookup {
 public:
  TimeLookup(std::shared_ptr<const native::TimeTable> table, std::size_t column, int order)
      : Lookup("time table", 3), table_(std::move(table)), column_(column), order_(order) {}

 private:
  bool DoEvaluate(std::span<const double> in, std::span<double> out, std::string* why) const override {
    return table_->Evaluate(column_, in[0], in[1], in[2], order_, &out[0], why);
  }
  FunctionPointer MakePartial(std::size_t input) const override {
    return input == 0 ? LookupIn(table_, column_, order_ + 1) : nullptr;
  }

  std::shared_ptr<const native::TimeTable> table_;
  std::size_t column_;
  int order_;
};

class Lookup2D : public Lookup {
 public:
  Lookup2D(std::shared_ptr<const native::Table2D> table, std::array<int, 2> orders)
      : Lookup("table", 2), table_(std::move(table)), orders_(orders) {}

 private:
  bool DoEvaluate(std::span<const double> in, std::span<double> out, std::string* why) const override {
    return table_->Evaluate(in[0], in[1], orders_[0], orders_[1], &out[0], why);
  }
  FunctionPointer MakePartial(std::size_t input) const override {
    std::array<int, 2> orders = orders_;
    ++orders[input];
    return LookupIn(table_, orders);
  }

  std::shared_ptr<const native::Table2D> table_;
  std::array<int, 2> orders_;
};

class NextEvent : public Lookup {
 public:
  explicit NextEvent(std::shared_ptr<const native::TimeTable> table)
      : Lookup("next event of time table", 1), table_(std::move(table)) {}

 private:
  bool DoEvaluate(std::span<const double> in, std::span<double> out, std::string*) const override {
    out[0] = table_->NextEvent(in[0]);
    return true;
  }
  FunctionPointer MakePartial(std::size_t) const override { return nullptr; }  // constant except for jumps

  std::shared_ptr<const native::TimeTable> table_;
};

}  // namespace

FunctionPointer LookupIn(std::shared_ptr<const native::Table1D> table, std::size_t column, int order) {
  return std::make_shared<Lookup1D>(std::move(table), column, order);
}
FunctionPointer LookupIn(std::shared_ptr<const native::TimeTable> table, std::size_t column, int order) {
  return std::make_shared<TimeLookup>(std::move(table), column, order);
}
FunctionPointer LookupIn(std::shared_ptr<const native::Table2D> table, std::array<int, 2> orders) {
  return std::make_shared<Lookup2D>(std::move(table), orders);
}
FunctionPointer NextEventOf(std::shared_ptr<const native::TimeTable> table) {
  return std::make_shared<NextEvent>(std::move(table));
}

ExprId LookupDerivative(Graph& g, const FunctionPointer& lookup, std::span<const ExprId> x,
                        std::span<const ExprId> dx) {
  return lookup->Derivative(g, x, dx, 0, true);
}

}  // namespace daedalus::routine
