#include "daedalus/system/native/foreign_function.h"

#include <ffi.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <span>
#include <utility>

#include "daedalus/system/native/foreign_record.h"
#include "daedalus/system/native/foreign_state.h"

namespace daedalus::native {
namespace {

// What one argument is while the function runs.
struct Cell {
  std::vector<double> reals;
  std::vector<int> integers;
  std::vector<std::size_t> sizes;
  std::vector<const char*> texts;
  std::vector<void*> objects;
  std::vector<std::byte> record;

  void* Elements() {
    if (!record.empty()) return record.data();
    if (!reals.empty()) return reals.data();
    if (!integers.empty()) return integers.data();
    if (!sizes.empty()) return sizes.data();
    if (!texts.empty()) return texts.data();
    return objects.data();
  }
};

ffi_type* TypeOf(ForeignKind kind) {
  switch (kind) {
    case ForeignKind::kNone:
      return &ffi_type_void;
    case ForeignKind::kReal:
      return &ffi_type_double;
    case ForeignKind::kInteger:
      return &ffi_type_sint;
    case ForeignKind::kSize:
      return &ffi_type_ulong;
    case ForeignKind::kText:
    case ForeignKind::kObject:
      return &ffi_type_pointer;
    case ForeignKind::kRecord:
      break;  // StructTypes
  }
  return &ffi_type_void;
}
static_assert(sizeof(std::size_t) == sizeof(unsigned long), "sizes are passed as unsigned long");

std::optional<std::string> Fill(Cell& cell, ForeignKind kind, const Datum& datum) {
  switch (kind) {
    case ForeignKind::kReal:
      cell.reals = datum.numbers;
      break;
    case ForeignKind::kInteger:
      for (const double number : datum.numbers) cell.integers.push_back(static_cast<int>(number));
      break;
    case ForeignKind::kSize:
      for (const double number : datum.numbers) cell.sizes.push_back(static_cast<std::size_t>(number));
      break;
    case ForeignKind::kText:
      for (const std::string& text : datum.texts) cell.texts.push_back(text.c_str());
      break;
    case ForeignKind::kObject: {
      const auto* const object = dynamic_cast<const ForeignObject*>(datum.object.get());
      if (object == nullptr) return "an object that was not made by a function of C is given to one";
      cell.objects.push_back(object->pointer());
      break;
    }
    case ForeignKind::kNone:
    case ForeignKind::kRecord:
      break;
  }
  return std::nullopt;
}

// What a record is to libffi; an array in it is so many fields.
class StructTypes {
 public:
  ffi_type* Make(std::span<const ForeignParameter> fields) {
    std::vector<ffi_type*> elements;
    for (const ForeignParameter& field : fields) {
      ffi_type* const type = field.kind == ForeignKind::kRecord ? Make(field.fields) : TypeOf(field.kind);
      elements.insert(elements.end(), field.num_elements, type);
    }
    elements.push_back(nullptr);
    lists_.push_back(std::move(elements));
    types_.push_back({0, 0, FFI_TYPE_STRUCT, lists_.back().data()});
    return &types_.back();
  }

 private:
  std::deque<std::vector<ffi_type*>> lists_;
  std::deque<ffi_type> types_;
};

// Elements row by row, as a list column by column; `is_back`: the other way.
void ReorderColumns(Datum& datum, bool is_back) {
  if (datum.dims.size() < 2) return;
  const std::vector<double> before = datum.numbers;
  std::vector<std::size_t> index(datum.dims.size(), 0);
  for (std::size_t row_wise = 0; row_wise < before.size(); ++row_wise) {
    std::size_t column_wise = 0;
    for (std::size_t d = datum.dims.size(); d-- > 0;) column_wise = column_wise * datum.dims[d] + index[d];
    datum.numbers[is_back ? row_wise : column_wise] = before[is_back ? column_wise : row_wise];
    for (std::size_t d = datum.dims.size(); d-- > 0;) {
      if (++index[d] < datum.dims[d]) break;
      index[d] = 0;
    }
  }
}

void Take(const Cell& cell, ForeignKind kind, Datum& datum) {
  if (kind == ForeignKind::kReal) datum.numbers = cell.reals;
  if (kind == ForeignKind::kInteger) datum.numbers.assign(cell.integers.begin(), cell.integers.end());
  if (kind != ForeignKind::kText) return;
  for (std::size_t i = 0; i < cell.texts.size(); ++i)
    datum.texts[i] = cell.texts[i] != nullptr ? cell.texts[i] : "";
}

// What the function returns; integers come back in a whole register.
union Returned {
  double real;
  ffi_sarg integer;
  void* pointer;
};

// Nothing here has a destructor: an error jumps over it.
bool CallGuarded(ForeignState& state, ffi_cif& cif, void* address, void* returned, void** arguments) {
  if (setjmp(state.escape) != 0) return false;
  ffi_call(&cif, reinterpret_cast<void (*)()>(address), returned, arguments);
  return true;
}

// The thread knows the state while this lives.
class CurrentState {
 public:
  explicit CurrentState(ForeignState& state) { state.before = std::exchange(CurrentForeignState(), &state); }
  ~CurrentState() { CurrentForeignState() = CurrentForeignState()->before; }
  CurrentState(const CurrentState&) = delete;
  CurrentState& operator=(const CurrentState&) = delete;
};

// All of them, as libffi takes them.
struct Arguments {
  explicit Arguments(std::size_t n) : cells(n), pointers(n), values(n), types(n), data(n) {}
  std::vector<Cell> cells;
  std::vector<void*> pointers, values;
  std::vector<ffi_type*> types;
  std::vector<std::span<Datum>> data;  // of each: one, or those of the fields of a record
  std::span<Datum> rest;               // behind them
};

std::optional<std::string> FillColumns(Cell& cell, ForeignKind kind, Datum datum) {
  ReorderColumns(datum, false);
  return Fill(cell, kind, datum);
}

std::optional<std::string> Pack(const ForeignSignature& signature, std::span<Datum> data, Arguments& out) {
  for (std::size_t i = 0; i < signature.arguments.size(); ++i) {
    const ForeignParameter& parameter = signature.arguments[i];
    const bool is_record = parameter.kind == ForeignKind::kRecord;
    const RecordLayout layout = is_record ? LayoutOf(parameter) : RecordLayout();
    Cell& cell = out.cells[i];
    out.data[i] = data.first(is_record ? layout.fields.size() : 1);
    data = data.subspan(out.data[i].size());
    if (is_record) {
      cell.record.resize(std::max<std::size_t>(layout.size, 1));
      WriteRecord(layout, out.data[i], cell.record.data());
    } else if (auto failed = signature.is_fortran ? FillColumns(cell, parameter.kind, out.data[i][0])
                                                  : Fill(cell, parameter.kind, out.data[i][0])) {
      return failed;
    }
    const bool is_pointer = parameter.is_array || parameter.is_output || is_record || signature.is_fortran;
    out.pointers[i] = cell.Elements();
    out.values[i] = is_pointer ? static_cast<void*>(&out.pointers[i]) : out.pointers[i];
    out.types[i] = is_pointer ? &ffi_type_pointer : TypeOf(parameter.kind);
  }
  out.rest = data;
  return std::nullopt;
}

void Unpack(const ForeignSignature& signature, Arguments& arguments) {
  for (std::size_t i = 0; i < signature.arguments.size(); ++i) {
    const ForeignParameter& parameter = signature.arguments[i];
    if (!parameter.is_output) continue;
    if (parameter.kind == ForeignKind::kRecord) {
      ReadRecord(LayoutOf(parameter), arguments.cells[i].record.data(), arguments.data[i]);
      continue;
    }
    Take(arguments.cells[i], parameter.kind, arguments.data[i][0]);
    if (signature.is_fortran) ReorderColumns(arguments.data[i][0], true);
  }
}

std::optional<std::string> CallCallee(NativeCall& call) {
  return static_cast<const ForeignFunction&>(*call.callee).Call(call);
}

}  // namespace

std::optional<std::string> ForeignFunction::Call(NativeCall& call) const {
  Arguments arguments(signature_.arguments.size());
  if (auto failed = Pack(signature_, call.arguments, arguments)) return failed;
  const bool gives_record = signature_.result == ForeignKind::kRecord;
  StructTypes structs;
  ffi_type* const result = gives_record ? structs.Make(signature_.result_fields) : TypeOf(signature_.result);
  ffi_cif cif;
  if (ffi_prep_cif(&cif, FFI_DEFAULT_ABI, static_cast<unsigned>(arguments.types.size()), result,
                   arguments.types.data()) != FFI_OK)
    return fmt::format("`{}` cannot be called with these types", name_);
  const std::scoped_lock lock(libraries_->mutex());
  ForeignState state;
  state.outside = call.outside;
  const CurrentState current(state);
  const RecordLayout layout = LayoutOf(signature_.result_fields);
  Returned returned{};
  std::vector<std::byte> record(gives_record ? std::max(layout.size, sizeof returned) : 0);
  void* const place = gives_record ? static_cast<void*>(record.data()) : &returned;
  if (!CallGuarded(state, cif, address_, place, arguments.values.data()))
    return fmt::format("`{}`: {}", name_, state.error);
  Unpack(signature_, arguments);
  if (gives_record) ReadRecord(layout, record.data(), arguments.rest);
  switch (signature_.result) {
    case ForeignKind::kReal:
      call.Return(returned.real);
      break;
    case ForeignKind::kInteger:
      call.Return(static_cast<double>(static_cast<int>(returned.integer)));
      break;
    case ForeignKind::kSize:
      call.Return(static_cast<double>(returned.integer));
      break;
    case ForeignKind::kText:
      call.Return(std::string(returned.pointer != nullptr ? static_cast<const char*>(returned.pointer) : ""));
      break;
    case ForeignKind::kObject:
      call.result.object = std::make_shared<ForeignObject>(returned.pointer, destructor_);
      break;
    case ForeignKind::kNone:
    case ForeignKind::kRecord:
      break;
  }
  return std::nullopt;
}

const Native& ForeignNative(Reach reach) {
  static constexpr Native kPure{"", 0, CallCallee, Reach::kNone}, kActs{"", 0, CallCallee, Reach::kActs};
  return reach == Reach::kActs ? kActs : kPure;
}

}  // namespace daedalus::native
