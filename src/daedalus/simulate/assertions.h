// The assertions of a model, checked at every output point.
#pragma once

#include <span>
#include <vector>

#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/expr/evaluate.h"
#include "daedalus/system/system.h"

namespace daedalus::simulate {

class AssertionChecker {
 public:
  AssertionChecker(const System& system, std::span<const double> parameters)
      : system_(system),
        parameters_(parameters),
        evaluator_(system.graph),
        reported_(system.assertions.size(), 0) {}

  // The violations at this point that were not reported before: warnings and errors.
  std::vector<Diagnostic> Check(double t, std::span<const double> y, std::span<const double> yp);

 private:
  const System& system_;
  std::span<const double> parameters_;
  expr::Evaluator evaluator_;
  std::vector<char> reported_;
};

}  // namespace daedalus::simulate
