// Lookups in tables as functions of the graph. Each one is a derivative, of some order, of its table. The
// derivative of a call is the product f'(u) du with the call of the next order. So it is visible that the
// derivative is linear in du.
#pragma once

#include <array>
#include <memory>

#include "daedalus/system/expr/function.h"
#include "daedalus/system/native/table_1d.h"
#include "daedalus/system/native/table_2d.h"
#include "daedalus/system/native/time_table.h"

namespace daedalus::routine {

using FunctionPointer = std::shared_ptr<const expr::Function>;

// A function of (u). Columns count from 0.
FunctionPointer LookupIn(std::shared_ptr<const native::Table1D> table, std::size_t column, int order = 0);
// A function of (time, next event, event before). Only time has a derivative.
FunctionPointer LookupIn(std::shared_ptr<const native::TimeTable> table, std::size_t column, int order = 0);
// A function of (u1, u2).
FunctionPointer LookupIn(std::shared_ptr<const native::Table2D> table, std::array<int, 2> orders = {0, 0});

// The time of the next event, a function of (time).
FunctionPointer NextEventOf(std::shared_ptr<const native::TimeTable> table);

// f'(x) du of any of these. `du` are the derivatives of the arguments; zeros among them are the constant 0.
expr::ExprId LookupDerivative(expr::Graph& g, const FunctionPointer& lookup, std::span<const expr::ExprId> x,
                              std::span<const expr::ExprId> dx);

}  // namespace daedalus::routine
