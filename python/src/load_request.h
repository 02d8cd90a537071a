// Which model is meant: everything that is needed to load it again, here or in another process.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace daedalus::python {

struct LoadRequest {
  std::vector<std::string> files;                           // .mo files, and directories with package.mo
  std::vector<std::pair<std::string, std::string>> texts;   // name and text of files in memory
  std::string model;                                        // full class name; empty: the last model
  std::vector<std::string> libraries;                       // where packages are searched for
  std::vector<std::pair<std::string, std::string>> values;  // of structural parameters, and start values
  bool allow_external = false;                              // functions of other languages may be called
  bool is_flat = false;             // the text was written from equations: a name such as 'R1.p.v' is R1.p.v
  std::vector<std::string> starts;  // variables whose start value is the parameter `x.start`
};

}  // namespace daedalus::python
