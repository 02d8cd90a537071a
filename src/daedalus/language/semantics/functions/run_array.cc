#include "daedalus/language/semantics/functions/run_array.h"

#include <algorithm>
#include <utility>

#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/expressions/records.h"

namespace daedalus::semantics {
namespace {

using expr::ExprId;
using expr::Op;
using routine::Register;

Register RegisterOf(Lowering& l, const Scalar& scalar) {
  return l.writer()->Write(l, scalar);
}

void SetRegister(Lowering& l, const Scalar& target, const Scalar& value) {
  RoutineWriter& w = *l.writer();
  const Register to = w.graph.variable(target.expr).value;
  const ExprId from = w.ExprOf(l, value);
  w.code.Assign({&to, 1}, {&from, 1});
}

Scalar NewVariable(Lowering& l, const Scalar& first) {
  const Scalar variable = l.writer()->Leaf(l.writer()->code.NewRegister());
  SetRegister(l, variable, first);
  return variable;
}

void Advance(Lowering& l, const Scalar& counter) {
  SetRegister(l, counter, Apply(l, Op::kAdd, counter, Constant(1.0)));
}

// The place, then the sizes.
void SetArena(Value& array, std::span<const Scalar> arena) {
  std::vector<Value> fields;
  for (std::size_t i = 0; i < arena.size(); ++i)
    fields.push_back(
        ScalarValue(i == 0 ? array.type : BaseType::kInteger, arena[i], Variability::kContinuous));
  array.fields = Fields(std::move(fields));
}

}  // namespace

std::optional<Value> LowerSizing(Lowering& l, syntax::ExpressionId id, std::string_view what) {
  Value value = LowerStructural(l, id, what);
  const bool may_be_of_run = WritesCode(l) && l.context.functions.run_sizes != RunSizes::kNone;
  if (value.IsError() && may_be_of_run && l.context.functions.refusal) {
    l.context.functions.refusal.reset();
    value = Lower(l, id);
  }
  if (value.IsError()) return std::nullopt;
  return value;
}

bool HasElements(const Value& value) {
  if (!value.HasUnknownSize()) return true;
  std::size_t num_leaves = 0;
  bool has_all = true;
  ForEachLeaf(value, [&](const Value& leaf) {
    ++num_leaves;
    has_all = has_all && (!leaf.HasUnknownSize() || leaf.IsOfRun());
  });
  return has_all && num_leaves > 0;
}

Scalar SizeOf(const Value& array, std::size_t d) {
  if (array.IsRecord() && array.dims[d] == kUnknownSize)
    return array.fields.empty() ? Scalar() : SizeOf(array.fields[0], d);
  if (array.IsOfRun() && array.dims[d] == kUnknownSize) return array.fields[d + 1].scalar;
  return array.dims[d] == kUnknownSize ? Scalar() : Constant(static_cast<double>(array.dims[d]));
}

std::vector<Scalar> SizesOf(const Value& array) {
  std::vector<Scalar> sizes;
  for (std::size_t d = 0; d < array.dims.size(); ++d) sizes.push_back(SizeOf(array, d));
  return sizes;
}

Dims KnownDims(std::span<const Scalar> sizes) {
  Dims dims;
  for (const Scalar& size : sizes)
    dims.push_back(size.IsConstant() ? static_cast<std::int64_t>(size.number) : kUnknownSize);
  return dims;
}

Scalar CountOfRange(Lowering& l, const Scalar& first, const Scalar& step, const Scalar& last) {
  const Scalar steps = Apply(l, Op::kFloor, Apply(l, Op::kDiv, Difference(l, last, first), step));
  return Apply(l, Op::kMax, Constant(0.0), Apply(l, Op::kAdd, steps, Constant(1.0)));
}

void CheckSameSizes(Lowering& l, std::span<const Scalar> a, std::span<const Scalar> b) {
  for (std::size_t d = 0; d < a.size(); ++d) {
    const bool is_same = a[d].IsConstant() ? b[d].IsConstant() && a[d].number == b[d].number
                                           : !b[d].IsConstant() && a[d].expr == b[d].expr;
    if (!is_same) l.writer()->code.CheckSame(RegisterOf(l, a[d]), RegisterOf(l, b[d]));
  }
}

Scalar InRegister(Lowering& l, const Scalar& scalar) {
  return scalar.IsConstant() ? scalar : NewVariable(l, scalar);
}

void WriteCounted(Lowering& l, const Scalar& count, const std::function<void(const Scalar& k)>& body) {
  RoutineWriter& w = *l.writer();
  const Scalar k = NewVariable(l, Constant(0.0));
  const std::size_t start = w.code.size();
  const std::size_t out = w.code.JumpIfFalse(RegisterOf(l, Apply(l, Op::kLess, k, count)));
  body(k);
  Advance(l, k);
  w.code.Jump(start);
  w.code.Land(out);
}

ArrayReader::ArrayReader(Lowering& l, const Value& value) : l_(l), value_(value) {
  if (!value.IsScalar() && !value.IsOfRun()) run_ = l.writer()->Run(l, value);
}

Scalar ArrayReader::At(const Scalar& offset) const {
  RoutineWriter& w = *l_.writer();
  if (value_.IsScalar()) return value_.scalar;
  if (!value_.IsOfRun() && value_.size() == 0) return Constant(0.0);  // this is never used
  const Register to = w.code.NewRegister(), at = RegisterOf(l_, offset);
  if (value_.IsOfRun()) {
    w.code.LoadAt(to, RegisterOf(l_, value_.fields[0].scalar), at);
  } else {
    w.code.Load(to, run_, at, value_.size());
  }
  return w.Leaf(to);
}

Value NewArray(Lowering& l, Type type, std::span<const Scalar> sizes) {
  RoutineWriter& w = *l.writer();
  Value array = ArrayValue(type, KnownDims(sizes), Variability::kContinuous);
  if (std::ranges::all_of(sizes, &Scalar::IsConstant)) return w.InRegisters(array);
  std::vector<Scalar> arena = {w.Leaf(w.code.NewRegister())};
  for (const Scalar& size : sizes) {
    arena.push_back(InRegister(l, size));
    if (!size.IsConstant()) w.code.CheckSize(RegisterOf(l, arena.back()));
  }
  const Scalar count = ProductOf(l, std::span(arena).subspan(1));
  w.code.Take(w.graph.variable(arena[0].expr).value, RegisterOf(l, count));
  w.NeedMark();
  SetArena(array, arena);
  return array;
}

void PutElement(Lowering& l, const Value& array, const Scalar& offset, const Scalar& element) {
  RoutineWriter& w = *l.writer();
  const ExprId both[] = {w.ExprOf(l, element), w.ExprOf(l, offset)};
  const std::vector<Register> from = w.code.WriteAll(both);
  if (array.IsOfRun()) return w.code.StoreAt(from[0], RegisterOf(l, array.fields[0].scalar), from[1]);
  if (array.size() > 0) w.code.Store(from[0], w.Run(l, array), from[1], array.size());
}

Value Generate(Lowering& l, Type type, std::span<const Scalar> sizes,
               const std::function<Scalar(const Scalar& offset)>& element) {
  const Value array = NewArray(l, type, sizes);
  WriteCounted(l, ProductOf(l, SizesOf(array)),
               [&](const Scalar& k) { PutElement(l, array, k, element(k)); });
  return array;
}

Value NewArrayOf(Lowering& l, const Value& like, std::span<const Scalar> sizes) {
  if (!like.IsRecord()) {
    std::vector<Scalar> all(sizes.begin(), sizes.end());
    for (const std::int64_t size : like.dims) all.push_back(Constant(static_cast<double>(size)));
    Value array = NewArray(l, like.type, all);
    array.unit = like.unit;
    return array;
  }
  Value array = like;
  array.dims = KnownDims(sizes);
  array.dims.insert(array.dims.end(), like.dims.begin(), like.dims.end());
  array.variability = Variability::kContinuous;
  for (Value& field : array.fields) field = NewArrayOf(l, field, sizes);
  return array;
}

bool PutItem(Lowering& l, const Value& array, const Scalar& offset, const Value& item, Span span) {
  if (item.IsRecord() != array.IsRecord() ||
      item.fields.size() != (array.IsRecord() ? array.fields.size() : 0) || item.HasUnknownSize()) {
    l.Refuse(span, "the value for each index of the run has a size that is known only during the run");
    return false;
  }
  for (std::size_t i = 0; i < item.fields.size(); ++i) {
    if (!PutItem(l, array.fields[i], offset, item.fields[i], span)) return false;
  }
  if (item.IsRecord()) return true;
  const std::size_t rank = item.dims.size();
  if (rank > array.dims.size() ||
      !std::equal(item.dims.begin(), item.dims.end(), array.dims.end() - static_cast<std::ptrdiff_t>(rank))) {
    l.Refuse(span, "the values for the indices of the run differ in size");
    return false;
  }
  if (item.size() == 1) return PutElement(l, array, offset, item[0]), true;
  const Scalar first = InRegister(l, Apply(l, Op::kMul, offset, Constant(static_cast<double>(item.size()))));
  for (std::size_t k = 0; k < item.size(); ++k)
    PutElement(l, array, Apply(l, Op::kAdd, first, Constant(static_cast<double>(k))), item[k]);
  return true;
}

Value FilledOfRun(Lowering& l, const Value& item, std::span<const Scalar> sizes) {
  Value array = NewArrayOf(l, item, sizes);
  std::vector<const Value*> from, to;
  ForEachLeaf(item, [&](const Value& leaf) { from.push_back(&leaf); });
  ForEachLeaf(array, [&](const Value& leaf) { to.push_back(&leaf); });
  for (std::size_t i = 0; i < from.size(); ++i) {
    for (std::size_t k = 0; k < from[i]->size(); ++k) {
      if ((*from[i])[k].IsUnknown()) continue;
      const Scalar stride = Constant(static_cast<double>(from[i]->size())),
                   first = Constant(static_cast<double>(k));
      WriteCounted(l, ProductOf(l, sizes), [&](const Scalar& offset) {
        PutElement(l, *to[i], Apply(l, Op::kAdd, Apply(l, Op::kMul, offset, stride), first), (*from[i])[k]);
      });
    }
  }
  return array;
}

Value CombineOfRun(Lowering& l, Type type, std::span<const Value> operands,
                   const std::function<Scalar(std::span<const Scalar>)>& combine) {
  std::vector<Scalar> sizes;
  std::vector<ArrayReader> readers;
  for (const Value& operand : operands) {
    if (operand.HasUnknownSize() && !operand.IsOfRun()) return ArrayValue(type, operand.dims);
    if (!operand.IsScalar() && !sizes.empty()) CheckSameSizes(l, sizes, SizesOf(operand));
    if (!operand.IsScalar() && sizes.empty()) sizes = SizesOf(operand);
    readers.emplace_back(l, operand);
  }
  return Generate(l, type, sizes, [&](const Scalar& k) {
    std::vector<Scalar> elements;
    for (const ArrayReader& reader : readers) elements.push_back(reader.At(k));
    return combine(elements);
  });
}

Folding::Folding(Lowering& l, Op op, double neutral)
    : l_(l), op_(op), result_(NewVariable(l, Constant(neutral))), has_begun_(NewVariable(l, Constant(0.0))) {}

void Folding::Take(const Scalar& term) {
  RoutineWriter& w = *l_.writer();
  // The first term stays as it is: 0 + (-0) would be another number.
  const Scalar next = InRegister(l_, term);
  const std::size_t is_first = w.code.JumpIfFalse(RegisterOf(l_, has_begun_));
  SetRegister(l_, result_, Apply(l_, op_, result_, next));
  const std::size_t done = w.code.Jump();
  w.code.Land(is_first);
  SetRegister(l_, result_, next);
  SetRegister(l_, has_begun_, Constant(1.0));
  w.code.Land(done);
}

Scalar FoldOfRun(Lowering& l, Op op, const Scalar& count, double neutral,
                 const std::function<Scalar(const Scalar& k)>& term) {
  Folding folding(l, op, neutral);
  WriteCounted(l, count, [&](const Scalar& k) { folding.Take(term(k)); });
  return folding.result();
}

void Demand(Lowering& l, const Scalar& condition, std::string text) {
  RoutineWriter& w = *l.writer();
  const std::size_t fails = w.code.JumpIfFalse(RegisterOf(l, condition));
  const std::size_t goes_on = w.code.Jump();
  w.code.Land(fails);
  w.code.Fail({{}, [text = std::move(text)](std::span<const double>) { return text; }});
  w.code.Land(goes_on);
}

Value WithSizes(Value array, std::span<const Scalar> sizes) {
  std::vector<Scalar> arena = {array.fields[0].scalar};
  arena.insert(arena.end(), sizes.begin(), sizes.end());
  array.dims = KnownDims(sizes);
  SetArena(array, arena);
  return array;
}

Value StackOfRun(Lowering& l, Type type, std::span<const Value> rows) {
  std::vector<Scalar> sizes = SizesOf(*std::ranges::find_if(rows, &Value::IsOfRun));
  std::vector<ArrayReader> readers;
  for (const Value& row : rows) {
    CheckSameSizes(l, sizes, SizesOf(row));
    readers.emplace_back(l, row);
  }
  const Scalar length = InRegister(l, ProductOf(l, sizes));
  sizes.insert(sizes.begin(), Constant(static_cast<double>(rows.size())));
  const Value result = NewArray(l, type, sizes);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const Scalar first = InRegister(l, Apply(l, Op::kMul, Constant(static_cast<double>(r)), length));
    WriteCounted(l, length, [&](const Scalar& k) {
      PutElement(l, result, Apply(l, Op::kAdd, first, k), readers[r].At(k));
    });
  }
  return result;
}

Value MultiplyOfRun(Lowering& l, Type type, const Value& a, const Value& b) {
  const bool has_rows = a.dims.size() == 2, has_columns = b.dims.size() == 2;
  const Scalar inner = SizeOf(a, a.dims.size() - 1);
  const Scalar inner_of_b = SizeOf(b, 0);
  CheckSameSizes(l, {&inner, 1}, {&inner_of_b, 1});
  const Scalar columns = has_columns ? SizeOf(b, 1) : Constant(1.0);
  const ArrayReader left(l, a), right(l, b);
  const auto element = [&](const Scalar& row, const Scalar& column) {
    return FoldOfRun(l, Op::kAdd, inner, 0.0, [&](const Scalar& k) {
      const Scalar from = Apply(l, Op::kAdd, Apply(l, Op::kMul, row, inner), k);
      const Scalar to = Apply(l, Op::kAdd, Apply(l, Op::kMul, k, columns), column);
      return Apply(l, Op::kMul, left.At(from), right.At(to));
    });
  };
  if (!has_rows && !has_columns)
    return ScalarValue(type, element(Constant(0.0), Constant(0.0)), Variability::kContinuous);
  std::vector<Scalar> sizes;
  if (has_rows) sizes.push_back(SizeOf(a, 0));
  if (has_columns) sizes.push_back(columns);
  const Value product = NewArray(l, type, sizes);
  WriteCounted(l, has_rows ? sizes[0] : Constant(1.0), [&](const Scalar& row) {
    WriteCounted(l, columns, [&](const Scalar& column) {
      const Scalar at = Apply(l, Op::kAdd, Apply(l, Op::kMul, row, columns), column);
      PutElement(l, product, at, element(row, column));
    });
  });
  return product;
}

// An array is `outer` blocks, each contiguous from the joined dimension on.
Value ConcatenateOfRun(Lowering& l, Type type, std::span<const Value> parts, std::size_t dimension) {
  std::vector<Scalar> sizes = SizesOf(parts[0]);
  for (const Value& part : parts.subspan(1)) {
    std::vector<Scalar> others = SizesOf(part);
    const Scalar joined = Apply(l, Op::kAdd, sizes[dimension - 1], others[dimension - 1]);
    others[dimension - 1] = sizes[dimension - 1];
    CheckSameSizes(l, sizes, others);
    sizes[dimension - 1] = joined;
  }
  const Value result = NewArray(l, type, sizes);
  const Scalar next = NewVariable(l, Constant(0.0));
  std::vector<ArrayReader> readers;
  for (const Value& part : parts) readers.emplace_back(l, part);
  WriteCounted(l, ProductOf(l, std::span(sizes).first(dimension - 1)), [&](const Scalar& block) {
    for (std::size_t p = 0; p < parts.size(); ++p) {
      const std::vector<Scalar> own = SizesOf(parts[p]);
      const Scalar length = InRegister(l, ProductOf(l, std::span(own).subspan(dimension - 1)));
      WriteCounted(l, length, [&](const Scalar& k) {
        PutElement(l, result, next, readers[p].At(Apply(l, Op::kAdd, Apply(l, Op::kMul, block, length), k)));
        Advance(l, next);
      });
    }
  });
  return result;
}

// ---- Variables ----

void CopyElements(Lowering& l, const Value& from, const Value& to, const Scalar& count) {
  const ArrayReader reader(l, from);
  WriteCounted(l, count, [&](const Scalar& k) { PutElement(l, to, k, reader.At(k)); });
}

namespace {

// Makes room for this many elements in a variable of open size. The room is doubled, so that a vector that
// grows in a loop is moved only a few times.
void MakeRoom(Lowering& l, const Value& array, Register room, const Scalar& count) {
  RoutineWriter& w = *l.writer();
  const Scalar capacity = w.Leaf(room);
  const std::size_t grows = w.code.JumpIfFalse(RegisterOf(l, Apply(l, Op::kLessEqual, count, capacity)));
  const std::size_t fits = w.code.Jump();
  w.code.Land(grows);
  SetRegister(l, capacity, Apply(l, Op::kMax, count, Apply(l, Op::kMul, Constant(2.0), capacity)));
  w.code.Take(w.graph.variable(array.fields[0].scalar.expr).value, room);
  // It is above the memory of the statement, and stays.
  w.code.Mark(w.NeedMark());
  w.code.Land(fits);
}

bool IsOpenSize(const Local& local, std::size_t d) {
  return local.dims[d] == kUnknownSize && (local.run_sizes.empty() || local.run_sizes[d].IsUnknown());
}

// The registers of a variable of open size, which is empty at the start of the function.
void DeclareOpen(Lowering& l, Local& local, Type type) {
  RoutineWriter& w = *l.writer();
  local.value = ArrayValue(type, local.dims, Variability::kContinuous);
  const std::vector<double> zeros(local.dims.size() + 2, 0.0);
  Register next = w.code.Data(zeros);
  local.capacity = next++;
  std::vector<Scalar> arena = {w.Leaf(next++)};
  for (std::size_t d = 0; d < local.dims.size(); ++d) {
    const Register own = next++;
    arena.push_back(local.dims[d] == kUnknownSize ? w.Leaf(own)
                                                  : Constant(static_cast<double>(local.dims[d])));
    if (local.dims[d] == kUnknownSize && !IsOpenSize(local, d))
      SetRegister(l, arena.back(), local.run_sizes[d]);
  }
  SetArena(local.value, arena);
}

}  // namespace

Value DeclareArray(Lowering& l, Local& local, Type type) {
  bool is_open = false;
  std::vector<Scalar> sizes;
  for (std::size_t d = 0; d < local.dims.size(); ++d) {
    is_open = is_open || IsOpenSize(local, d);
    sizes.push_back(local.dims[d] == kUnknownSize && !local.run_sizes.empty()
                        ? local.run_sizes[d]
                        : Constant(static_cast<double>(local.dims[d])));
  }
  if (!is_open) return NewArray(l, type, sizes);
  DeclareOpen(l, local, type);
  return local.value;
}

void CheckDeclaredSizes(Lowering& l, const Local& local, const Value& value) {
  std::vector<Scalar> own, given;
  for (std::size_t d = 0; d < local.dims.size(); ++d) {
    if (IsOpenSize(local, d)) continue;
    own.push_back(local.dims[d] == kUnknownSize ? local.run_sizes[d]
                                                : Constant(static_cast<double>(local.dims[d])));
    given.push_back(SizeOf(value, d));
  }
  CheckSameSizes(l, own, given);
}

bool AssignArray(Lowering& l, Local& local, const Value& value, Span span) {
  if (!local.value.IsOfRun() && local.first_register) {
    if (HasUnknownSize(local.dims)) return l.RefuseSize(span, "a variable changes its size"), false;
    CheckSameSizes(l, SizesOf(local.value), SizesOf(value));
    const Value target = l.writer()->InOwnRegisters(local);
    CopyElements(l, value, target, Constant(static_cast<double>(target.size())));
    l.writer()->Forget(local);
    return true;
  }
  if (!local.value.IsOfRun()) DeclareOpen(l, local, value.type);
  CheckDeclaredSizes(l, local, value);
  const Scalar count = InRegister(l, ProductOf(l, SizesOf(value)));
  if (local.capacity) MakeRoom(l, local.value, *local.capacity, count);
  CopyElements(l, value, local.value, count);
  for (std::size_t d = 0; d < local.dims.size(); ++d) {
    if (IsOpenSize(local, d)) SetRegister(l, local.value.fields[d + 1].scalar, SizeOf(value, d));
  }
  local.is_assigned = true;
  return true;
}

Value ArrayInRegisters(Lowering& l, Type type, std::size_t rank, Register first) {
  Value array = ArrayValue(type, Dims(rank, kUnknownSize), Variability::kContinuous);
  std::vector<Scalar> arena;
  for (std::size_t i = 0; i <= rank; ++i) arena.push_back(l.writer()->Leaf(first + static_cast<Register>(i)));
  SetArena(array, arena);
  return array;
}

void KeepArray(Lowering& l, const Value& array, Register capacity, const Value& value) {
  const std::vector<Scalar> sizes = SizesOf(value);
  const Scalar count = InRegister(l, ProductOf(l, sizes));
  MakeRoom(l, array, capacity, count);
  CopyElements(l, value, array, count);
  for (std::size_t d = 0; d < sizes.size(); ++d) SetRegister(l, array.fields[d + 1].scalar, sizes[d]);
}

void SizeIfEmpty(Lowering& l, const Value& array, Register capacity, std::span<const Scalar> sizes) {
  RoutineWriter& w = *l.writer();
  const Scalar is_empty = Apply(l, Op::kLessEqual, ProductOf(l, SizesOf(array)), Constant(0.0));
  const std::size_t has_some = w.code.JumpIfFalse(RegisterOf(l, is_empty));
  const Scalar count = InRegister(l, ProductOf(l, sizes));
  MakeRoom(l, array, capacity, count);
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (array.dims[d] == kUnknownSize) SetRegister(l, array.fields[d + 1].scalar, sizes[d]);
  }
  const Scalar none = w.NoNumber();
  WriteCounted(l, count, [&](const Scalar& k) { PutElement(l, array, k, none); });
  w.code.Land(has_some);
}

// ---- What statements take ----

ArenaScope::ArenaScope(RoutineWriter* writer) : writer_(writer) {
  if (writer_ == nullptr) return;
  start_ = writer_->code.size();
  outer_ = std::exchange(writer_->mark, std::nullopt);
}

ArenaScope::~ArenaScope() {
  if (writer_ != nullptr) writer_->mark = outer_;
}

void ArenaScope::Close() {
  if (writer_ == nullptr || !writer_->mark) return;
  writer_->code.InsertMark(start_, *writer_->mark);
  writer_->code.Release(*writer_->mark);
}

}  // namespace daedalus::semantics
