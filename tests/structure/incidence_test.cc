#include "daedalus/structure/incidence.h"

#include <gtest/gtest.h>

#include <type_traits>

#include "daedalus/structure/derivative_map.h"
#include "daedalus/structure/matching.h"

namespace daedalus::structure {
namespace {

template <class Store, class Id>
concept IsIndexedBy = requires(const Store& store, Id id) { store[id]; };
template <class Graph, class Id>
concept HasRow = requires(const Graph& graph, Id id) { graph.Row(id); };
template <class Map, class Id>
concept Differentiates = requires(const Map& map, Id id) { map.DerivativeOf(id); };

// What a mistake would look like does not compile.
static_assert(!std::is_convertible_v<RowId, ColumnId> && !std::is_convertible_v<ColumnId, RowId>);
static_assert(!std::is_convertible_v<std::uint32_t, RowId> && !std::is_convertible_v<RowId, std::uint32_t>);
static_assert(!std::is_constructible_v<Entry, ColumnId, RowId>);
static_assert(HasRow<Incidence, RowId> && !HasRow<Incidence, ColumnId> && !HasRow<Incidence, std::uint32_t>);
static_assert(HasRow<TransposedIncidence, ColumnId> && !HasRow<TransposedIncidence, RowId>);
static_assert(!std::is_convertible_v<TransposedIncidence, Incidence>);
using ColumnOfRow = decltype(Matching::column_of_row);
static_assert(IsIndexedBy<ColumnOfRow, RowId> && !IsIndexedBy<ColumnOfRow, ColumnId>);
static_assert(Differentiates<VariableDerivatives, ColumnId> && !Differentiates<VariableDerivatives, RowId>);
static_assert(Differentiates<EquationDerivatives, RowId> && !Differentiates<EquationDerivatives, ColumnId>);

// And it costs nothing.
static_assert(sizeof(RowId) == sizeof(std::uint32_t) && std::is_trivially_copyable_v<RowId>);
static_assert(sizeof(Entry) == 2 * sizeof(std::uint32_t));

TEST(IncidenceTest, AddRowSortsAndDropsRepetitions) {
  Incidence a;
  a.num_columns = 4;
  a.AddRow(std::vector{ColumnId(3), ColumnId(1), ColumnId(3)});
  a.AddRow({});
  EXPECT_EQ(Draw(a), ".x.x\n....\n");
  EXPECT_EQ(a.Begin(RowId(1)), 2u);
  EXPECT_EQ(a.End(RowId(1)), 2u);
}

}  // namespace
}  // namespace daedalus::structure
