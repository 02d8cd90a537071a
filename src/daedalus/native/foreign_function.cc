#include "daedalus/native/foreign_function.h"

#include <ffi.h>
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "daedalus/native/foreign_state.h"

namespace daedalus::native {
namespace {

// What one argument is while the function runs.
struct Cell {
  std::vector<double> reals;
  std::vector<int> integers;
  std::vector<std::size_t> sizes;
  std::vector<const char*> texts;
  std::vector<void*> objects;

  void* Elements() {
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
      break;
  }
  return std::nullopt;
}

void Take(const Cell& cell, ForeignKind kind, Datum& datum) {
  if (kind == ForeignKind::kReal) datum.numbers = cell.reals;
  if (kind == ForeignKind::kInteger) datum.numbers.assign(cell.integers.begin(), cell.integers.end());
  if (kind != ForeignKind::kText) return;
  for (std::size_t i = 0; i < cell.texts.size(); ++i) datum.texts[i] = cell.texts[i] != nullptr ? cell.texts[i] : "";
}

// What the function returns; integers come back in a whole register.
union Returned {
  double real;
  ffi_sarg integer;
  void* pointer;
};

// Nothing here has a destructor: an error jumps over it.
bool CallGuarded(ForeignState& state, ffi_cif& cif, void* address, Returned& returned, void** arguments) {
  if (setjmp(state.escape) != 0) return false;
  ffi_call(&cif, reinterpret_cast<void (*)()>(address), &returned, arguments);
  return true;
}

// The thread knows the state while this lives.
class CurrentState {
 public:
  explicit CurrentState(ForeignState& state) {
    state.before = std::exchange(CurrentForeignState(), &state);
  }
  ~CurrentState() { CurrentForeignState() = CurrentForeignState()->before; }
  CurrentState(const CurrentState&) = delete;
  CurrentState& operator=(const CurrentState&) = delete;
};

std::optional<std::string> CallCallee(NativeCall& call) {
  return static_cast<const ForeignFunction&>(*call.callee).Call(call);
}

}  // namespace

std::optional<std::string> ForeignFunction::Call(NativeCall& call) const {
  const std::size_t n = signature_.arguments.size();
  std::vector<Cell> cells(n);
  std::vector<void*> pointers(n), values(n);
  std::vector<ffi_type*> types(n);
  for (std::size_t i = 0; i < n; ++i) {
    const ForeignParameter& parameter = signature_.arguments[i];
    if (auto failed = Fill(cells[i], parameter.kind, call.arguments[i])) return failed;
    const bool is_pointer = parameter.is_array || parameter.is_output;
    pointers[i] = cells[i].Elements();
    values[i] = is_pointer ? static_cast<void*>(&pointers[i]) : pointers[i];
    types[i] = is_pointer ? &ffi_type_pointer : TypeOf(parameter.kind);
  }
  ffi_cif cif;
  if (ffi_prep_cif(&cif, FFI_DEFAULT_ABI, static_cast<unsigned>(n), TypeOf(signature_.result), types.data()) != FFI_OK)
    return fmt::format("`{}` cannot be called with these types", name_);
  const std::scoped_lock lock(libraries_->mutex());
  ForeignState state;
  state.outside = call.outside;
  const CurrentState current(state);
  Returned returned{};
  if (!CallGuarded(state, cif, address_, returned, values.data())) return fmt::format("`{}`: {}", name_, state.error);
  for (std::size_t i = 0; i < n; ++i) {
    if (signature_.arguments[i].is_output) Take(cells[i], signature_.arguments[i].kind, call.arguments[i]);
  }
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
      break;
  }
  return std::nullopt;
}

const Native& ForeignNative(Reach reach) {
  static constexpr Native kPure{"", 0, CallCallee, Reach::kNone}, kActs{"", 0, CallCallee, Reach::kActs};
  return reach == Reach::kActs ? kActs : kPure;
}

}  // namespace daedalus::native
