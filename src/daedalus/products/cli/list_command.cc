// list: the contents of a library, or all libraries.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "daedalus/language/library/explain_missing.h"
#include "daedalus/language/library/list_library.h"
#include "daedalus/language/library/search_path.h"
#include "daedalus/language/syntax/unparse.h"
#include "daedalus/products/cli/commands.h"
#include "daedalus/products/cli/exit_codes.h"
#include "daedalus/products/cli/print.h"
#include "daedalus/products/cli/report.h"

namespace daedalus::cli {
namespace {

using library::ClassId;
using library::ClassStore;
using library::ListedClass;

// Looks a name up in the libraries. If it is not found there but exists on disk, reads it.
std::vector<ClassId> FindRoots(ClassStore& store, const std::string& library, Diagnostics& diagnostics) {
  if (const ClassId named = store.Find(library); named.IsValid()) return {named};
  std::error_code ignored;
  if (library == "-" || std::filesystem::exists(library, ignored)) {
    store.AddFile(library);
    return store.given();
  }
  if (!diagnostics.HasErrors()) diagnostics.Report(ExplainMissing(store, library));
  return {};
}

std::vector<ListedClass> List(ClassStore& store, const std::string& library, Diagnostics& diagnostics) {
  std::vector<ListedClass> list;
  if (library.empty()) {
    for (const syntax::NameId name : store.TopNames()) {
      const ClassId id = store.FindTop(name);
      if (id.IsValid()) list.push_back(Describe(store, id));
    }
    return list;
  }
  for (const ClassId root : FindRoots(store, library, diagnostics)) {
    for (ListedClass& listed : ListLibrary(store, root)) list.push_back(std::move(listed));
  }
  return list;
}

std::string_view KindOf(const ListedClass& listed, const ClassStore& store) {
  return syntax::TextOf(store.definition(listed.id).kind);
}

void PrintText(const std::vector<ListedClass>& list, const ClassStore& store) {
  std::size_t kind_width = 0, name_width = 0;
  for (const ListedClass& listed : list) {
    kind_width = std::max(kind_width, KindOf(listed, store).size());
    name_width = std::max(name_width, listed.name.size());
  }
  for (const ListedClass& listed : list) {
    const std::string version = listed.version.empty() ? "" : fmt::format("({}) ", listed.version);
    const std::string line = fmt::format("{:<{}} {:<{}}  {}{}", KindOf(listed, store), kind_width,
                                         listed.name, name_width, version, listed.description);
    Print("{}\n", line.substr(0, line.find_last_not_of(' ') + 1));
  }
}

void PrintJson(const std::vector<ListedClass>& list, const ClassStore& store) {
  auto classes = nlohmann::ordered_json::array();
  for (const ListedClass& listed : list) {
    const Span span = store.tree(listed.id).SpanOf(store.definition(listed.id).name);
    nlohmann::ordered_json c = {{"kind", KindOf(listed, store)},
                                {"name", listed.name},
                                {"description", listed.description},
                                {"file", store.sources().Name(span.file)},
                                {"line", store.sources().Locate(span.file, span.begin).line}};
    if (!listed.version.empty()) c["version"] = listed.version;
    for (const auto& [name, value] : listed.experiment) c["experiment"][name] = value;
    classes.push_back(std::move(c));
  }
  Print("{}\n", nlohmann::ordered_json{{"classes", std::move(classes)}}.dump(
                    1, ' ', false, nlohmann::json::error_handler_t::replace));
}

}  // namespace

int RunList(const ListArguments& arguments, DiagnosticsFormat format) {
  Sources sources;
  syntax::NameTable names;
  Diagnostics diagnostics;
  library::CheckLibraries(arguments.libraries, diagnostics);
  if (!diagnostics.HasErrors()) {
    ClassStore store(sources, names, library::LibraryPath(arguments.libraries), diagnostics);
    const std::vector<ListedClass> list = List(store, arguments.library, diagnostics);
    if (arguments.json) {
      PrintJson(list, store);
    } else {
      PrintText(list, store);
    }
  }
  std::fflush(stdout);
  PrintDiagnostics(diagnostics.items(), sources, format);
  return ExitCodeFor(diagnostics);
}

}  // namespace daedalus::cli
