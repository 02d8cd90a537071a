// Lookups in tables as functions of the graph. Each is its table's derivative of some order: the derivative
// of a call is a product with the call of the next order, f'(u) du, so that what depends linearly on du is
// seen to.
#pragma once

#include <array>
#include <memory>

#include "daedalus/system/expr/function.h"
#include "daedalus/system/native/table_1d.h"
#include "daedalus/system/native/table_2d.h"
#include "daedalus/system/native/time_table.h"

namespace daedalus::routine {

using FunctionPointer = std::shared_ptr<const expr::Function>;

// Of (u); the column counts from 0.
FunctionPointer LookupIn(std::shared_ptr<const native::Table1D> table, std::size_t column, int order = 0);
// Of (time, next event, next event before): only time has a derivative.
FunctionPointer LookupIn(std::shared_ptr<const native::TimeTable> table, std::size_t column, int order = 0);
// Of (u1, u2).
FunctionPointer LookupIn(std::shared_ptr<const native::Table2D> table, std::array<int, 2> orders = {0, 0});

// The moment of the next event, of (time).
FunctionPointer NextEventOf(std::shared_ptr<const native::TimeTable> table);

// f'(x) du of any of these, where du are the derivatives of the arguments; zero ones are the constant 0.
expr::ExprId LookupDerivative(expr::Graph& g, const FunctionPointer& lookup, std::span<const expr::ExprId> x,
                              std::span<const expr::ExprId> dx);

}  // namespace daedalus::routine
