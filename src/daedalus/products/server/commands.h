// Makes command lines of `daedalus` from what the page asks for. The workbench starts them as child
// processes.
#pragma once

#include <string>
#include <vector>

#include "daedalus/base/expected.h"
#include "daedalus/products/server/folders.h"

namespace daedalus::server {

// The part that all command lines share.
struct Tools {
  std::string program;                 // path of `daedalus`
  std::vector<std::string> libraries;  // of --library, before MODELICAPATH
  bool allow_external = false;
};

// A command line, or what is wrong with the request.
using Command = Expected<std::vector<std::string>, std::string>;

// {file?, model}: `describe --json`.
Command DescribeCommand(const Json& question, const Tools& tools, const Folders& folders);
// {file?, model, settings: [[name, value]], start, stop, intervals, tolerance, method}: `simulate`, which
// writes into the current folder. All but the model may be missing or null.
Command SimulateCommand(const Json& question, const Tools& tools, const Folders& folders);
std::vector<std::string> LanguageCommand(const Tools& tools);

// Files of a run, in its folder.
constexpr const char* kResultFile = "result.csv";
constexpr const char* kPageFile = "page.html";

}  // namespace daedalus::server
