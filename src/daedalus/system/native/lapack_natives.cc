// Subroutines of LAPACK (Anderson et al., LAPACK Users' Guide, third edition, 1999), which
// Modelica.Math.Matrices calls as external functions of FORTRAN 77.
//
// They are those of the system's own library, which is loaded when the first is called: most models need
// none, and a program starts faster without. All arguments are pointers there, and matrices go column by
// column. What a call says of sizes is not taken on trust: room is made for every matrix and work array that
// its own numbers of rows and columns could mean.
#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "daedalus/system/native/native_call.h"

namespace daedalus::native {
namespace {

using Failed = std::optional<std::string>;
using Plain = void (*)();

// ---- The library ----

void* Library() {
  static void* const library = [] {
    for (const char* name : {"liblapack.so.3", "liblapack.so", "libopenblas.so.0"}) {
      if (void* found = ::dlopen(name, RTLD_NOW | RTLD_LOCAL)) return found;
    }
    return static_cast<void*>(nullptr);
  }();
  return library;
}

Plain FindSubroutine(const std::string& name) {
  if (Library() == nullptr) return nullptr;
  return reinterpret_cast<Plain>(::dlsym(Library(), (name + "_").c_str()));
}

// ---- A call with any number of pointers ----

constexpr std::size_t kMaxArguments = 32;
using Pointers = std::array<void*, kMaxArguments>;

// Compilers of FORTRAN hand over the length of each text behind all arguments; one that needs none does not
// look at them.
template <class Result, std::size_t... kIndex>
Result Invoke(Plain subroutine, const Pointers& p, std::index_sequence<kIndex...> /*arguments*/) {
  constexpr std::size_t kLength = 1;
  using Subroutine = Result (*)(decltype(static_cast<void>(kIndex), static_cast<void*>(nullptr))...,
                                std::size_t, std::size_t, std::size_t, std::size_t);
  return reinterpret_cast<Subroutine>(subroutine)(p[kIndex]..., kLength, kLength, kLength, kLength);
}

template <class Result>
struct Invokers {
  using Invoker = Result (*)(Plain, const Pointers&);
  template <std::size_t... kCount>
  static constexpr std::array<Invoker, sizeof...(kCount)> All(std::index_sequence<kCount...> /*counts*/) {
    return {[](Plain f, const Pointers& p) {
      return Invoke<Result>(f, p, std::make_index_sequence<kCount>());
    }...};
  }
  static Result Call(std::size_t count, Plain f, const Pointers& p) {
    static constexpr auto kAll = All(std::make_index_sequence<kMaxArguments + 1>());
    return kAll[count](f, p);
  }
};

// ---- Arguments ----

// One letter for each argument: c a letter, i Integer, l Boolean, d Real, p a function that is never called.
struct Subroutine {
  std::string_view name;
  std::string_view arguments;
  bool is_function = false;  // gives a Real
};

constexpr Subroutine kSubroutines[] = {
    {"dgbsv", "iiiidiidii"},
    {"dgecon", "cididddii"},
    {"dgees", "ccpidiidddidili"},
    {"dgeev", "ccididddididii"},
    {"dgeevx", "ccccididddidiiidddddiii"},
    {"dgehrd", "iiididdii"},
    {"dgels", "ciiidididii"},
    {"dgelsy", "iiididiididii"},
    {"dgeqp3", "iidiiddii"},
    {"dgeqrf", "iididdii"},
    {"dgesdd", "ciididdididiii"},
    {"dgesv", "iidiidii"},
    {"dgesvd", "cciididdididii"},
    {"dgesvx", "cciididiicdddididdddii"},
    {"dgetrf", "iidiii"},
    {"dgetri", "idiidii"},
    {"dgetrs", "ciidiidii"},
    {"dggev", "ccidididdddididii"},
    {"dggevx", "ccccidididdddidiiidddddddiili"},
    {"dgglse", "iiidididdddii"},
    {"dgtsv", "iiddddii"},
    {"dhgeqz", "ccciiidididdddididii"},
    {"dhseqr", "cciiididddidii"},
    {"dlange", "ciidid", true},
    {"dorghr", "iiididdii"},
    {"dorgqr", "iiididdii"},
    {"dormhr", "cciiiididdidii"},
    {"dormqr", "cciiididdidii"},
    {"dpotrf", "cidii"},
    {"dtrevc", "cclidididiiidi"},
    {"dtrsen", "cclidididdidddiiii"},
    {"dtrsm", "cccciiddidi"},
    {"dtrsyl", "cciiididididi"},
};

// What goes to the subroutine and comes back for one argument.
struct Buffer {
  std::vector<double> reals;
  std::vector<std::int32_t> integers;
  char letter = ' ';
  std::size_t stride = 0;  // between columns of a matrix

  void* Pointer(char kind) {
    if (kind == 'c') return &letter;
    if (kind == 'p') return nullptr;
    return kind == 'd' ? static_cast<void*>(reals.data()) : integers.data();
  }
};

class LapackCall {
 public:
  LapackCall(const Subroutine& subroutine, NativeCall& call) : kinds_(subroutine.arguments), call_(call) {}

  Failed Pack() {
    FindExtent();
    for (std::size_t i = 0; i < kinds_.size(); ++i) {
      if (auto failed = Pack(i)) return failed;
    }
    return std::nullopt;
  }

  Pointers Get() {
    Pointers pointers{};
    for (std::size_t i = 0; i < kinds_.size(); ++i) pointers[i] = buffers_[i].Pointer(kinds_[i]);
    return pointers;
  }

  void Unpack() {
    for (std::size_t i = 0; i < kinds_.size(); ++i) {
      Datum& datum = call_.arguments[i];
      if (kinds_[i] == 'c') datum.texts = {std::string(1, buffers_[i].letter)};
      if (kinds_[i] == 'c' || kinds_[i] == 'p') continue;
      for (std::size_t k = 0; k < datum.numbers.size(); ++k) {
        const std::size_t at = PlaceOf(i, k);
        datum.numbers[k] =
            kinds_[i] == 'd' ? buffers_[i].reals[at] : static_cast<double>(buffers_[i].integers[at]);
      }
    }
  }

 private:
  // Numbers of rows, columns and right sides stand before the first array in all of these.
  void FindExtent() {
    for (std::size_t i = 0; i < kinds_.size() && call_.arguments[i].dims.empty(); ++i) {
      if (kinds_[i] == 'i') extent_ = std::max(extent_, Count(call_.arguments[i].number()));
    }
  }

  static std::size_t Count(double number) {
    return number > 0.0 && number < 1e9 ? static_cast<std::size_t>(number) : 0;
  }

  // The number behind an array: its leading dimension, or the length of a work array.
  std::size_t NumberBehind(std::size_t i) const {
    const bool is_number =
        i + 1 < kinds_.size() && kinds_[i + 1] == 'i' && call_.arguments[i + 1].dims.empty();
    return is_number ? Count(call_.arguments[i + 1].number()) : 0;
  }

  Failed Pack(std::size_t i) {
    constexpr std::size_t kMostNumbers = std::size_t{1} << 28;
    const Datum& datum = call_.arguments[i];
    Buffer& buffer = buffers_[i];
    if (kinds_[i] == 'p') return std::nullopt;
    if (kinds_[i] == 'c') {
      if (datum.texts.empty() || datum.texts[0].empty())
        return "an argument that selects what to do is empty";
      buffer.letter = datum.texts[0][0];
      return std::nullopt;
    }
    std::size_t size = 1;
    if (datum.dims.size() == 2) {
      buffer.stride = std::max(NumberBehind(i), datum.dims[0]);
      size = buffer.stride * std::max(datum.dims[1], extent_);
    } else if (!datum.dims.empty()) {
      // No work array without a length of its own takes more than ten numbers for each row.
      size = std::max({datum.numbers.size(), 10 * extent_ + 16, NumberBehind(i)});
      if (NumberBehind(i) > 0) size = std::max(size, NumberBehind(i) * std::max<std::size_t>(1, extent_));
    }
    if (size > kMostNumbers) return "the matrices are too large";
    size = std::max<std::size_t>(size, 1);
    if (kinds_[i] == 'd') {
      buffer.reals.resize(size);
    } else {
      buffer.integers.resize(size);
    }
    // Of an empty array, too: every leading dimension and every length of a work array is at least 1.
    const bool is_behind_array = i > 0 && !call_.arguments[i - 1].dims.empty();
    least_[i] = kinds_[i] == 'i' && datum.dims.empty() && is_behind_array ? 1 : INT32_MIN;
    for (std::size_t k = 0; k < datum.numbers.size(); ++k) {
      const std::size_t at = PlaceOf(i, k);
      if (kinds_[i] == 'd') {
        buffer.reals[at] = datum.numbers[k];
      } else {
        buffer.integers[at] = std::max(least_[i], static_cast<std::int32_t>(datum.numbers[k]));
      }
    }
    return std::nullopt;
  }

  // Where element k, counted row by row, is in the buffer.
  std::size_t PlaceOf(std::size_t i, std::size_t k) const {
    const Datum& datum = call_.arguments[i];
    if (datum.dims.size() != 2) return k;
    return k % datum.dims[1] * buffers_[i].stride + k / datum.dims[1];
  }

  std::string_view kinds_;
  NativeCall& call_;
  std::array<Buffer, kMaxArguments> buffers_;
  std::array<std::int32_t, kMaxArguments> least_{};
  std::size_t extent_ = 0;
};

// ---- Illegal arguments ----

// LAPACK ends the program where an argument is illegal (`xerbla` prints a line and stops), with an exit code
// that says that all is well. While this exists, such an end is an error with a name.
class Guard {
 public:
  explicit Guard(const Subroutine& subroutine) {
    static const int registered = std::atexit(Tell);
    static_cast<void>(registered);
    running_ = &subroutine;
  }
  ~Guard() { running_ = nullptr; }
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;

 private:
  static void Tell() {
    if (running_ == nullptr) return;
    const std::string_view name = running_->name;
    std::fprintf(stderr, "error: `%.*s` of LAPACK ended the program: an argument is illegal\n",
                 static_cast<int>(name.size()), name.data());
    std::_Exit(1);
  }
  static thread_local const Subroutine* running_;  // the end comes in the thread of the call
};

thread_local const Subroutine* Guard::running_ = nullptr;

Failed Run(const Subroutine& subroutine, NativeCall& call) {
  const Plain found = FindSubroutine(std::string(subroutine.name));
  if (found == nullptr) {
    return "`" + std::string(subroutine.name) +
           "` is a subroutine of LAPACK, which is not installed (package liblapack3)";
  }
  LapackCall lapack(subroutine, call);
  if (auto failed = lapack.Pack()) return failed;
  const std::size_t count = subroutine.arguments.size();
  const Guard guard(subroutine);
  if (subroutine.is_function) {
    call.Return(Invokers<double>::Call(count, found, lapack.Get()));
  } else {
    Invokers<void>::Call(count, found, lapack.Get());
  }
  lapack.Unpack();
  return std::nullopt;
}

template <std::size_t... kIndex>
constexpr std::array<Native, sizeof...(kIndex)> MakeNatives(std::index_sequence<kIndex...> /*all*/) {
  return {Native{kSubroutines[kIndex].name, kSubroutines[kIndex].arguments.size(),
                 [](NativeCall& call) { return Run(kSubroutines[kIndex], call); }}...};
}

constexpr auto kLapackNatives = MakeNatives(std::make_index_sequence<std::size(kSubroutines)>());

}  // namespace

std::span<const Native> LapackNatives() {
  return kLapackNatives;
}

}  // namespace daedalus::native
