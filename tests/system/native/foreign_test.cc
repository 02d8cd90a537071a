// Functions of C that are compiled or loaded during the run.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "daedalus/system/native/foreign_function.h"
#include "daedalus/system/native/foreign_record.h"
#include "daedalus/system/native/outside.h"

namespace daedalus::native {
namespace {

constexpr const char* kForeignText = R"(
#include <stddef.h>
#include <string.h>
void ModelicaError(const char*);
void ModelicaFormatError(const char*, ...);
void ModelicaMessage(const char*);
char* ModelicaAllocateString(size_t);
double scaled(double x, int n, int flag, const char* text) { return flag ? x * n + (double)strlen(text) : -1; }
void split(const double* a, size_t n, double* sum, int* count, int* signs) {
  *sum = 0, *count = (int)n;
  for (size_t i = 0; i < n; ++i) *sum += a[i], signs[i] = a[i] < 0 ? -1 : 1;
}
const char* twice(const char* text, const char** first) {
  const size_t n = strlen(text);
  char* out = ModelicaAllocateString(2 * n);
  memcpy(out, text, n), memcpy(out + n, text, n + 1);
  char* one = ModelicaAllocateString(1);
  one[0] = text[0];
  *first = one;
  return out;
}
double root(double x) { if (x < 0) ModelicaFormatError("no root of %g", x); return x / 2; }
void say(const char* text) { ModelicaMessage(text); }
static int calls;
int counted(void) { return ++calls; }
)";

ForeignSource SourceFor(const std::string& symbol) {
  ForeignSource source;
  source.symbol = symbol;
  source.include = kForeignText;
  return source;
}

class Foreign : public testing::Test {
 protected:
  ForeignFunction Load(const std::string& symbol, ForeignSignature signature) {
    const auto address = libraries_->Find(SourceFor(symbol));
    EXPECT_TRUE(address.ok()) << address.error();
    return {symbol, address.ok() ? *address : nullptr, std::move(signature), libraries_};
  }
  static Datum Number(double x) { return {{x}, {}, nullptr, {}}; }
  static Datum Text(std::string text) { return {{}, {std::move(text)}, nullptr, {}}; }

  std::shared_ptr<ForeignLibraries> libraries_ = std::make_shared<ForeignLibraries>();
};

using Kind = ForeignKind;

TEST_F(Foreign, ScalarsGoInByValue) {
  const auto scaled =
      Load("scaled", {{{Kind::kReal}, {Kind::kInteger}, {Kind::kInteger}, {Kind::kText}}, Kind::kReal});
  NativeCall call;
  call.arguments = {Number(2.5), Number(-3), Number(1), Text("four")};
  ASSERT_EQ(scaled.Call(call), std::nullopt);
  EXPECT_EQ(call.result.number(), -3.5);
}

TEST_F(Foreign, ArraysAndOutputsArePointers) {
  const auto split = Load("split", {{{Kind::kReal, true},
                                     {Kind::kSize},
                                     {Kind::kReal, false, true},
                                     {Kind::kInteger, false, true},
                                     {Kind::kInteger, true, true}}});
  NativeCall call;
  call.arguments = {
      {{1, -2, 4}, {}, nullptr, {3}}, Number(3), Number(0), Number(0), {{0, 0, 0}, {}, nullptr, {3}}};
  ASSERT_EQ(split.Call(call), std::nullopt);
  EXPECT_EQ(call.arguments[2].number(), 3);
  EXPECT_EQ(call.arguments[3].number(), 3);
  EXPECT_EQ(call.arguments[4].numbers, (std::vector<double>{1, -1, 1}));
}

// Against what this compiler says of the same struct.
TEST(ForeignRecords, FieldsAreWhereCHasThem) {
  struct Inner {
    int n;
    double w[3];
    int last;
  };
  struct Outer {
    int flag;
    Inner inside;
    int pair[2];
    const char* text;
    int end;
  };
  const ForeignParameter inner{
      Kind::kRecord, false, false, 1, {{Kind::kInteger}, {Kind::kReal, true, false, 3}, {Kind::kInteger}}};
  const std::vector<ForeignParameter> fields = {
      {Kind::kInteger}, inner, {Kind::kInteger, true, false, 2}, {Kind::kText}, {Kind::kInteger}};
  const RecordLayout layout = LayoutOf(fields);
  std::vector<std::size_t> offsets;
  for (const RecordLayout::Field& field : layout.fields) offsets.push_back(field.offset);
  const std::size_t inside = offsetof(Outer, inside);
  EXPECT_EQ(offsets,
            (std::vector<std::size_t>{offsetof(Outer, flag), inside + offsetof(Inner, n),
                                      inside + offsetof(Inner, w), inside + offsetof(Inner, last),
                                      offsetof(Outer, pair), offsetof(Outer, text), offsetof(Outer, end)}));
  EXPECT_EQ(layout.size, sizeof(Outer));
  EXPECT_EQ(layout.alignment, alignof(Outer));
}

// Likewise of arrays of structs, in a struct too; values go where the compiler has them, and come back from
// there.
TEST(ForeignRecords, ArraysOfRecordsAreWhereCHasThem) {
  struct Cell {
    int b;
    double w[2];
    int n;
  };
  struct Rack {
    int id;
    Cell cells[3];
    int end;
  };
  const ForeignParameter cells{
      Kind::kRecord, true, false, 3, {{Kind::kInteger}, {Kind::kReal, true, false, 2}, {Kind::kInteger}}};
  const ForeignParameter racks{Kind::kRecord, true, false, 2, {{Kind::kInteger}, cells, {Kind::kInteger}}};
  const RecordLayout layout = LayoutOf(racks);
  EXPECT_EQ(layout.size, sizeof(Rack[2]));
  EXPECT_EQ(layout.alignment, alignof(Rack));
  std::vector<Datum> data(5);
  for (std::size_t f = 0; f < 5; ++f) {
    for (std::size_t k = 0; k < layout.fields[f].NumElements(); ++k)
      data[f].numbers.push_back(static_cast<double>(100 * f + k));
  }
  Rack given[2];
  WriteRecord(layout, data, reinterpret_cast<std::byte*>(given));
  for (std::size_t r = 0; r < 2; ++r) {
    EXPECT_EQ(given[r].id, static_cast<int>(r));
    EXPECT_EQ(given[r].end, static_cast<int>(400 + r));
    for (std::size_t c = 0; c < 3; ++c) {
      EXPECT_EQ(given[r].cells[c].b, static_cast<int>(100 + 3 * r + c));
      EXPECT_EQ(given[r].cells[c].w[1], static_cast<double>(200 + 6 * r + 2 * c + 1));
      EXPECT_EQ(given[r].cells[c].n, static_cast<int>(300 + 3 * r + c));
    }
  }
  std::vector<Datum> back = data;
  for (Datum& datum : back) std::ranges::fill(datum.numbers, 0.0);
  ReadRecord(layout, reinterpret_cast<const std::byte*>(given), back);
  for (std::size_t f = 0; f < 5; ++f) EXPECT_EQ(back[f].numbers, data[f].numbers);
}

TEST_F(Foreign, TextsComeBackFromTheirOwnMemory) {
  const auto twice = Load("twice", {{{Kind::kText}, {Kind::kText, false, true}}, Kind::kText});
  NativeCall call;
  call.arguments = {Text("ab"), Text("")};
  ASSERT_EQ(twice.Call(call), std::nullopt);
  EXPECT_EQ(call.result.text(), "abab");
  EXPECT_EQ(call.arguments[1].text(), "a");
}

TEST_F(Foreign, AnErrorEndsTheCallAndNothingElse) {
  const auto root = Load("root", {{{Kind::kReal}}, Kind::kReal});
  NativeCall call;
  call.arguments = {Number(-4)};
  EXPECT_EQ(root.Call(call), "`root`: no root of -4");
  call.arguments = {Number(4)};
  EXPECT_EQ(root.Call(call), std::nullopt);
  EXPECT_EQ(call.result.number(), 2);
}

TEST_F(Foreign, MessagesGoToTheListener) {
  const auto say = Load("say", {{{Kind::kText}}});
  Outside outside;
  std::vector<std::string> lines;
  outside.print = [&](std::string_view line) { lines.emplace_back(line); };
  NativeCall call;
  call.arguments = {Text("a line\n")};
  call.outside = &outside;
  ASSERT_EQ(say.Call(call), std::nullopt);
  EXPECT_EQ(lines, std::vector<std::string>{"a line"});
}

TEST_F(Foreign, ATextIsCompiledOnce) {
  const auto first = Load("counted", {{}, Kind::kInteger}), second = Load("counted", {{}, Kind::kInteger});
  NativeCall call;
  ASSERT_EQ(first.Call(call), std::nullopt);
  ASSERT_EQ(second.Call(call), std::nullopt);
  EXPECT_EQ(call.result.number(), 2) << "they share their variables";
}

TEST_F(Foreign, TheCLibraryIsThere) {
  ForeignSource source;
  source.symbol = "cbrt";
  const auto address = libraries_->Find(source);
  ASSERT_TRUE(address.ok()) << address.error();
  const ForeignFunction cbrt("cbrt", *address, {{{Kind::kReal}}, Kind::kReal}, libraries_);
  NativeCall call;
  call.arguments = {Number(27)};
  ASSERT_EQ(cbrt.Call(call), std::nullopt);
  EXPECT_DOUBLE_EQ(call.result.number(), 3);
}

TEST_F(Foreign, WhatCannotBeFoundIsToldByItsReason) {
  const auto why = [&](const ForeignSource& source) { return libraries_->Find(source).error(); };
  EXPECT_EQ(why(SourceFor("missing")), "neither its libraries nor its C text have a function of this name");
  EXPECT_NE(why({"f", {}, {}, "int f( {", {}}).find("its C text cannot be compiled"), std::string::npos);
  EXPECT_NE(
      why({"f", {"no_such_library"}, {"."}, "", {}}).find("the library `no_such_library` cannot be opened"),
      std::string::npos);
  EXPECT_NE(why({"no_such_function", {}, {}, "", {}}).find("it names no library"), std::string::npos);
}

}  // namespace
}  // namespace daedalus::native
