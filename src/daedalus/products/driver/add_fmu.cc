#include "daedalus/products/driver/add_fmu.h"

#include <algorithm>
#include <utility>

#include "daedalus/language/syntax/parse.h"

namespace daedalus::driver {

bool IsFmu(const std::string& file) {
  return file.ends_with(".fmu");
}

bool MayRunFmus(const ModelOptions& options) {
  if (options.allow_external) return true;
  return !options.files.empty() && options.texts.empty() && std::ranges::all_of(options.files, IsFmu);
}

bool MakesSteps(const ModelOptions& options) {
  return std::ranges::any_of(options.files, [&](const std::string& file) {
    if (!IsFmu(file)) return false;
    if (options.fmus.as_stepping) return true;
    const auto fmu = imported::DescribeFmu(file);  // errors are reported when it is added
    return fmu && !fmu->exchange;
  });
}

void CheckFmuOptions(const ModelOptions& options, Diagnostics& diagnostics) {
  const bool has_options = options.fmus.is_isolated || options.fmus.call_limit;
  if (!has_options || std::ranges::any_of(options.files, IsFmu)) return;
  diagnostics.Report(
      Error(Code::kBadOption, {}, "--isolate and --call-limit are for FMUs, and no file of them is given")
          .Hint("a class that `daedalus import` has written has those of `import`"));
}

void AddFmu(const std::string& file, const ModelOptions& options, SourceFiles& loaded,
            library::ClassStore& store, Diagnostics& diagnostics) {
  if (!MayRunFmus(options)) {
    diagnostics.Report(
        Error(Code::kForeignFunction, {}, "`{}` is an FMU: its binary would run in this process", file)
            .Hint("--allow-external permits it; `daedalus describe` runs nothing"));
    return;
  }
  imported::ImportOptions how = options.fmus;
  how.is_alone = options.files.size() == 1;
  auto fmu = imported::ImportFmu(file, how);
  if (!fmu) return diagnostics.Append(std::move(fmu).error());
  if (fmu->folder) loaded.folders.push_back(std::move(fmu->folder));
  const SourceFileId source = loaded.sources.Add("the class of " + file, std::move(fmu->text));
  syntax::ParseResult parsed = syntax::Parse(loaded.sources, source, loaded.names);
  diagnostics.Append(std::move(parsed.diagnostics));
  loaded.trees.push_back(std::move(parsed.tree));
  store.AddTree(loaded.trees.back());
}

}  // namespace daedalus::driver
