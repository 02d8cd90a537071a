// ModelicaStandardTables_*: the tables of Modelica.Blocks.
#include "daedalus/system/native/native_call.h"
#include "daedalus/system/native/read_table.h"
#include "daedalus/system/native/table_1d.h"
#include "daedalus/system/native/table_2d.h"
#include "daedalus/system/native/time_table.h"

namespace daedalus::native {
namespace {

using Failed = std::optional<std::string>;

// From the arguments: file, name, matrix, its rows and columns at the front, delimiter and number of header
// lines at the end.
Expected<Matrix, std::string> MatrixOf(const NativeCall& call, std::size_t delimiter) {
  const std::string &file = call.Text(0), &name = call.Text(1);
  if (file != "NoName" && !file.empty()) {
    if (delimiter >= call.arguments.size()) return ReadMatrix(file, name);  // before version 4
    const std::string& separator = call.Text(delimiter);
    return ReadMatrix(file, name,
                      {separator.empty() ? ',' : separator[0], static_cast<int>(call.Number(delimiter + 1))});
  }
  if (name != "NoName" && !name.empty()) {
    return Failure{"the table `" + name + "` would be in `usertab.c`, which is not supported"};
  }
  const auto rows = static_cast<std::size_t>(call.Number(3)), cols = static_cast<std::size_t>(call.Number(4));
  return Matrix(rows, cols, call.arguments[2].numbers);
}

template <class Made>
Failed Keep(NativeCall& call, Expected<std::shared_ptr<const Made>, std::string> made) {
  if (!made) return made.error();
  call.result.object = *made;
  return std::nullopt;
}

Failed Init1D(NativeCall& call) {
  auto matrix = MatrixOf(call, 10);
  if (!matrix) return matrix.error();
  return Keep(call, Table1D::Make(std::move(*matrix), call.arguments[5].numbers,
                                  static_cast<Smoothness>(call.Number(7)),
                                  static_cast<Extrapolation>(call.Number(8))));
}

Failed InitTime(NativeCall& call) {
  auto matrix = MatrixOf(call, 13);
  if (!matrix) return matrix.error();
  const TimeTableOptions options{static_cast<Smoothness>(call.Number(8)),
                                 static_cast<Extrapolation>(call.Number(9)),
                                 static_cast<TimeEvents>(call.Number(11)), call.Number(5), call.Number(10)};
  return Keep(call, TimeTable::Make(std::move(*matrix), call.arguments[6].numbers, options));
}

Failed Init2D(NativeCall& call) {
  auto matrix = MatrixOf(call, 8);
  if (!matrix) return matrix.error();
  return Keep(call, Table2D::Make(*matrix, static_cast<Smoothness>(call.Number(5)),
                                  static_cast<Extrapolation>(call.Number(6))));
}

// Version 3 of the library reads a table after it was made. Ours has read it, or there was an error.
Failed Read(NativeCall& call) {
  call.Return(1.0);
  return std::nullopt;
}

// What is made never changes and is given back when nobody asks for it any more.
Failed Close(NativeCall&) {
  return std::nullopt;
}

// The derivative of order 0, 1 or 2 along a path u(t), from that of the table: y, y' u', y'' u'^2 + y' u''.
template <class Derivative>
Failed Along(NativeCall& call, std::size_t first_slope, int order, Derivative derivative) {
  double y = 0.0, slope = 0.0;
  std::string why;
  if (!derivative(order, &y, &why) || (order == 2 && !derivative(1, &slope, &why))) return why;
  if (order == 1) y *= call.Number(first_slope);
  if (order == 2)
    y = y * call.Number(first_slope) * call.Number(first_slope) + slope * call.Number(first_slope + 1);
  call.Return(y);
  return std::nullopt;
}

std::optional<std::size_t> ColumnOf(double number, std::size_t count) {
  if (!(number >= 1.0 && number <= static_cast<double>(count))) return std::nullopt;
  return static_cast<std::size_t>(number) - 1;
}

template <int kOrder>
Failed Value1D(NativeCall& call) {
  const auto& table = call.Get<Table1D>(0);
  const auto column = ColumnOf(call.Number(1), table.num_columns());
  if (!column) return "there is no such column";
  return Along(call, 3, kOrder, [&](int order, double* y, std::string* why) {
    return table.Evaluate(*column, call.Number(2), order, y, why);
  });
}

template <int kOrder>
Failed ValueTime(NativeCall& call) {
  const auto& table = call.Get<TimeTable>(0);
  const auto column = ColumnOf(call.Number(1), table.num_columns());
  if (!column) return "there is no such column";
  return Along(call, 5, kOrder, [&](int order, double* y, std::string* why) {
    return table.Evaluate(*column, call.Number(2), call.Number(3), call.Number(4), order, y, why);
  });
}

// z; z1 u1' + z2 u2'; z11 u1'^2 + 2 z12 u1' u2' + z22 u2'^2 + z1 u1'' + z2 u2''.
template <int kOrder>
Failed Value2D(NativeCall& call) {
  const auto& table = call.Get<Table2D>(0);
  std::string why;
  bool ok = true;
  const auto z = [&](int order1, int order2) {
    double value = 0.0;
    ok = ok && table.Evaluate(call.Number(1), call.Number(2), order1, order2, &value, &why);
    return value;
  };
  double y = 0.0;
  if (kOrder == 0) {
    y = z(0, 0);
  } else {
    const double d1 = call.Number(3), d2 = call.Number(4);
    if (kOrder == 1) {
      y = z(1, 0) * d1 + z(0, 1) * d2;
    } else {
      y = z(2, 0) * d1 * d1 + 2.0 * z(1, 1) * d1 * d2 + z(0, 2) * d2 * d2 + z(1, 0) * call.Number(5) +
          z(0, 1) * call.Number(6);
    }
  }
  if (!ok) return why;
  call.Return(y);
  return std::nullopt;
}

template <class Table, bool kIsLast>
Failed End(NativeCall& call) {
  const auto& table = call.Get<Table>(0);
  call.Return(kIsLast ? table.last() : table.first());
  return std::nullopt;
}

template <bool kIsLast>
Failed End2D(NativeCall& call) {
  const auto& table = call.Get<Table2D>(0);
  const std::array<double, 2> ends = kIsLast ? table.last() : table.first();
  call.arguments[1].numbers = {ends[0], ends[1]};
  return std::nullopt;
}

Failed NextTimeEvent(NativeCall& call) {
  call.Return(call.Get<TimeTable>(0).NextEvent(call.Number(1)));
  return std::nullopt;
}

constexpr Native kTableNatives[] = {
    {"ModelicaStandardTables_CombiTable1D_init2", 10, Init1D},
    {"ModelicaStandardTables_CombiTable1D_read", 3, Read},
    {"ModelicaStandardTables_CombiTable1D_init3", 12, Init1D},
    {"ModelicaStandardTables_CombiTable1D_close", 1, Close},
    {"ModelicaStandardTables_CombiTable1D_getValue", 3, Value1D<0>},
    {"ModelicaStandardTables_CombiTable1D_getDerValue", 4, Value1D<1>},
    {"ModelicaStandardTables_CombiTable1D_getDer2Value", 5, Value1D<2>},
    {"ModelicaStandardTables_CombiTable1D_minimumAbscissa", 1, End<Table1D, false>},
    {"ModelicaStandardTables_CombiTable1D_maximumAbscissa", 1, End<Table1D, true>},
    {"ModelicaStandardTables_CombiTimeTable_init2", 13, InitTime},
    {"ModelicaStandardTables_CombiTimeTable_read", 3, Read},
    {"ModelicaStandardTables_CombiTimeTable_init3", 15, InitTime},
    {"ModelicaStandardTables_CombiTimeTable_close", 1, Close},
    {"ModelicaStandardTables_CombiTimeTable_getValue", 5, ValueTime<0>},
    {"ModelicaStandardTables_CombiTimeTable_getDerValue", 6, ValueTime<1>},
    {"ModelicaStandardTables_CombiTimeTable_getDer2Value", 7, ValueTime<2>},
    {"ModelicaStandardTables_CombiTimeTable_minimumTime", 1, End<TimeTable, false>},
    {"ModelicaStandardTables_CombiTimeTable_maximumTime", 1, End<TimeTable, true>},
    {"ModelicaStandardTables_CombiTimeTable_nextTimeEvent", 2, NextTimeEvent},
    {"ModelicaStandardTables_CombiTable2D_init2", 8, Init2D},
    {"ModelicaStandardTables_CombiTable2D_read", 3, Read},
    {"ModelicaStandardTables_CombiTable2D_init3", 10, Init2D},
    {"ModelicaStandardTables_CombiTable2D_close", 1, Close},
    {"ModelicaStandardTables_CombiTable2D_getValue", 3, Value2D<0>},
    {"ModelicaStandardTables_CombiTable2D_getDerValue", 5, Value2D<1>},
    {"ModelicaStandardTables_CombiTable2D_getDer2Value", 7, Value2D<2>},
    {"ModelicaStandardTables_CombiTable2D_minimumAbscissa", 2, End2D<false>},
    {"ModelicaStandardTables_CombiTable2D_maximumAbscissa", 2, End2D<true>},
};

}  // namespace

std::span<const Native> TableNatives() {
  return kTableNatives;
}

}  // namespace daedalus::native
