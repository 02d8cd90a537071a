// Every single run of a bench as a line of a CSV file, to be looked at later by other means.
#pragma once

#include <fmt/format.h>

#include <fstream>
#include <string>

#include "ivp/work_precision.h"

namespace daedalus::bench {

class RawFigures {
 public:
  explicit RawFigures(const std::string& file_name) : file_(file_name) {
    file_ << "round,problem,form,task,method,peer,rtol,ok,digits,seconds,steps,remark\n";
  }
  void Add(int round, const Run& run) {
    file_ << fmt::format("{},{},{},{},{},{},{:.6g},{},{:.3f},{:.9g},{},\"{}\"\n", round, run.problem,
                         run.form, NameOf(run.task), run.method, run.peer ? 1 : 0, run.relative,
                         run.ok ? 1 : 0, run.digits, run.seconds, run.steps, run.remark);
    file_.flush();
  }
  bool ok() const { return file_.good(); }

 private:
  std::ofstream file_;
};

}  // namespace daedalus::bench
