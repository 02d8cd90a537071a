#include "daedalus/language/semantics/expressions/value.h"

#include <gtest/gtest.h>

#include <type_traits>

namespace daedalus::semantics {
namespace {

// Values are returned and moved at every node of every expression.
static_assert(sizeof(Value) <= 72);
static_assert(std::is_nothrow_move_constructible_v<Value>);

TEST(Values, ScalarsHaveNoLists) {
  const Value value = ScalarValue(BaseType::kReal, Constant(3.0));
  EXPECT_EQ(value.elements.data(), nullptr);
  EXPECT_EQ(value.fields.data(), nullptr);
  EXPECT_EQ(value.size(), 1u);
  EXPECT_EQ(value[0].number, 3.0);
}

TEST(Values, CopiesAreTheirOwn) {
  Value array = ArrayValue(BaseType::kReal, {2});
  array[0] = Constant(1.0);
  Value record = ArrayValue(BaseType::kRecord, {});
  record.fields = Fields({array, array});
  Value copy = record;
  copy.fields[1][0] = Constant(5.0);
  EXPECT_EQ(record.fields[1][0].number, 1.0);
  EXPECT_EQ(copy.fields[1][0].number, 5.0);
  const Value moved = std::move(copy);
  EXPECT_EQ(moved.fields.size(), 2u);
  EXPECT_EQ(moved.fields[1][0].number, 5.0);
  record = moved;
  EXPECT_EQ(record.fields[1][0].number, 5.0);
}

TEST(Values, AreConstantWhenEveryElementIs) {
  Value array = ArrayValue(BaseType::kReal, {2});
  array[0] = Constant(1.0);
  EXPECT_FALSE(array.IsConstant());
  Value record = ArrayValue(BaseType::kRecord, {});
  record.fields = Fields({ScalarValue(BaseType::kReal, Constant(1.0)), array});
  EXPECT_FALSE(record.IsConstant());
  record.fields[1][1] = Constant(2.0);
  EXPECT_TRUE(record.IsConstant());
  EXPECT_TRUE(ArrayValue(BaseType::kReal, {0}).IsConstant());
  EXPECT_FALSE(ArrayValue(BaseType::kReal, {kUnknownSize}).IsConstant());
}

TEST(Values, UnknownSizesAreEqualToAll) {
  constexpr std::int64_t u = kUnknownSize;
  EXPECT_TRUE(AreCompatible({2, u}, {u, 3}));
  EXPECT_FALSE(AreCompatible({2, u}, {3, 3}));
  EXPECT_FALSE(AreCompatible({u}, {u, u}));
  EXPECT_EQ(Merged({2, u}, {u, 3}), (Dims{2, 3}));
  EXPECT_EQ(NumElements({2, u}), 0);
  EXPECT_EQ(ToString(Dims{2, u}), "[2, :]");
  EXPECT_EQ(ArrayValue(BaseType::kReal, {2, u}).size(), 0u);
}

}  // namespace
}  // namespace daedalus::semantics
