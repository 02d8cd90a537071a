#include "daedalus/language/semantics/expressions/external_tables.h"

#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/system/expr/build.h"
#include "daedalus/system/routine/table_function.h"

namespace daedalus::semantics {
namespace {

using expr::ExprId;
using routine::FunctionPointer;

// The meaning of the name: which table, and which derivative along the path of the arguments.
struct Lookup {
  std::string_view table;
  int order = 0;
  std::size_t first_argument = 1;  // the first argument of the table
  std::size_t num_arguments = 1;
  std::size_t num_slopes = 1;  // for each order
};

std::optional<Lookup> ReadName(std::string_view name) {
  constexpr std::string_view kPrefix = "ModelicaStandardTables_";
  if (!name.starts_with(kPrefix)) return std::nullopt;
  name.remove_prefix(kPrefix.size());
  const std::size_t underscore = name.find('_');
  if (underscore == std::string_view::npos) return std::nullopt;
  Lookup lookup{name.substr(0, underscore)};
  const std::string_view what = name.substr(underscore + 1);
  if (what == "getDerValue") lookup.order = 1;
  if (what == "getDer2Value") lookup.order = 2;
  if (lookup.order == 0 && what != "getValue") return std::nullopt;
  if (lookup.table == "CombiTable1D") lookup.first_argument = 2;
  if (lookup.table == "CombiTimeTable") lookup.first_argument = 2, lookup.num_arguments = 3;
  if (lookup.table == "CombiTable2D") lookup.num_arguments = 2, lookup.num_slopes = 2;
  return lookup;
}

// In tables with several columns the second argument is the column.
FunctionPointer MakeLookup(const std::shared_ptr<const native::Object>& object,
                           std::span<const Value> arguments) {
  if (auto table = std::dynamic_pointer_cast<const native::Table2D>(object))
    return routine::LookupIn(std::move(table));
  if (!arguments[1].scalar.IsConstant() || arguments[1].scalar.number < 1.0) return nullptr;
  const auto column = static_cast<std::size_t>(arguments[1].scalar.number) - 1;
  if (auto table = std::dynamic_pointer_cast<const native::Table1D>(object)) {
    return column < table->num_columns() ? routine::LookupIn(std::move(table), column) : nullptr;
  }
  auto table = std::dynamic_pointer_cast<const native::TimeTable>(object);
  return table && column < table->num_columns() ? routine::LookupIn(std::move(table), column) : nullptr;
}

// One object for each table and column, so that equal lookups are equal expressions.
FunctionPointer FindLookup(Context& context, std::span<const Value> arguments) {
  if (!arguments[0].scalar.IsConstant()) return nullptr;
  const auto object = static_cast<std::size_t>(arguments[0].scalar.number);
  const double column =
      arguments.size() > 1 && arguments[1].scalar.IsConstant() ? arguments[1].scalar.number : 0.0;
  FunctionPointer& lookup = context.functions.foreign.lookups[{object, column}];
  if (!lookup) lookup = MakeLookup(context.functions.foreign.objects[object], arguments);
  return lookup;
}

// d/dt f'(x) x' = f''(x) x' x' + f'(x) x''.
ExprId SecondDerivative(expr::Graph& g, const FunctionPointer& f, std::span<const ExprId> x,
                        std::span<const ExprId> d1, std::span<const ExprId> d2) {
  std::vector<ExprId> unit(x.size(), g.Constant(0.0)), terms;
  for (std::size_t i = 0; i < x.size(); ++i) {
    unit[i] = g.Constant(1.0);
    const ExprId partial = routine::LookupDerivative(g, f, x, unit);
    unit[i] = g.Constant(0.0);
    if (g.op(partial) != expr::Op::kCall) continue;
    terms.push_back(expr::Product(g, expr::CallDerivative(g, partial, d1, true), d1[i]));
    terms.push_back(expr::Product(g, partial, d2[i]));
  }
  return expr::Sum(g, terms);
}

}  // namespace

std::optional<Scalar> LookUpInTable(Lowering& l, std::string_view name, std::span<const Value> arguments) {
  expr::Graph& g = l.graph();
  if (name == "ModelicaStandardTables_CombiTimeTable_nextTimeEvent" && arguments[0].scalar.IsConstant()) {
    const auto object = static_cast<std::size_t>(arguments[0].scalar.number);
    auto table =
        std::dynamic_pointer_cast<const native::TimeTable>(l.context.functions.foreign.objects[object]);
    if (!table) return std::nullopt;  // it is made at the start of a simulation
    FunctionPointer& next = l.context.functions.foreign.lookups[{object, -1.0}];
    if (!next) next = routine::NextEventOf(std::move(table));
    const ExprId time = ToExpr(l, arguments[1].scalar);
    return Expression(g.Call(g.AddFunction(next), 0, {&time, 1}));
  }
  const auto lookup = ReadName(name);
  if (!lookup) return std::nullopt;
  const FunctionPointer f = FindLookup(l.context, arguments);
  if (!f) return std::nullopt;
  const auto from = [&](std::size_t first, std::size_t count) {
    std::vector<ExprId> list;
    for (std::size_t i = first; i < first + count; ++i) list.push_back(ToExpr(l, arguments[i].scalar));
    return list;
  };
  const std::size_t first_slope = lookup->first_argument + lookup->num_arguments;
  const std::vector<ExprId> x = from(lookup->first_argument, lookup->num_arguments);
  if (lookup->order == 0) return Expression(g.Call(g.AddFunction(f), 0, x));
  std::vector<ExprId> d1 = from(first_slope, lookup->num_slopes);
  d1.resize(x.size(), g.Constant(0.0));
  if (lookup->order == 1) return Expression(routine::LookupDerivative(g, f, x, d1));
  std::vector<ExprId> d2 = from(first_slope + lookup->num_slopes, lookup->num_slopes);
  d2.resize(x.size(), g.Constant(0.0));
  return Expression(SecondDerivative(g, f, x, d1, d2));
}

}  // namespace daedalus::semantics
