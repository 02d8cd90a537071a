// Ownership of SUNDIALS objects, and of its messages.
//
// Both `nonlinear` (KINSOL) and `integrate` (IDA) need these. They are in `linear`, the only folder that both
// may include, together with the matrices and linear solvers that we hand to SUNDIALS (sundials_solver.h).
#pragma once

#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <type_traits>

namespace daedalus::linear {

using SundialsContext = sundials::Context;

struct VectorDeleter {
  void operator()(N_Vector v) const { N_VDestroy(v); }
};
using VectorHandle = std::unique_ptr<std::remove_pointer_t<N_Vector>, VectorDeleter>;

inline std::span<double> Values(N_Vector v) {
  return {N_VGetArrayPointer(v), static_cast<std::size_t>(N_VGetLength(v))};
}
inline std::span<double> Values(const VectorHandle& v) {
  return Values(v.get());
}

struct MatrixDeleter {
  void operator()(SUNMatrix a) const { SUNMatDestroy(a); }
};
using MatrixHandle = std::unique_ptr<std::remove_pointer_t<SUNMatrix>, MatrixDeleter>;

struct LinearSolverDeleter {
  void operator()(SUNLinearSolver s) const { SUNLinSolFree(s); }
};
using LinearSolverHandle = std::unique_ptr<std::remove_pointer_t<SUNLinearSolver>, LinearSolverDeleter>;

// IDA and KINSOL print to stderr unless someone listens. Install Listen with a SundialsMessages as its data.
struct SundialsMessages {
  std::string last;

  static void Listen(int code, const char* /*module*/, const char* /*function*/, char* message, void* data) {
    const bool is_error = code < 0;  // positive codes are warnings
    if (is_error) static_cast<SundialsMessages*>(data)->last = message;
  }
};

}  // namespace daedalus::linear
