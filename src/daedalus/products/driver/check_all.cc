#include <algorithm>
#include <atomic>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "daedalus/base/diagnostics/render.h"
#include "daedalus/language/library/explain_missing.h"
#include "daedalus/language/library/search_path.h"
#include "daedalus/language/library/with_contents.h"
#include "daedalus/language/syntax/unparse.h"
#include "daedalus/products/driver/check_class.h"

namespace daedalus::driver {
namespace {

using library::ClassId;
using library::ClassStore;

// Lists the classes by their full names, which mean the same in every store.
std::vector<ClassRow> ListClasses(ClassStore& store, const std::string& package, Diagnostics& diagnostics) {
  std::vector<ClassId> roots;
  if (package.empty()) {
    roots = store.given();
  } else if (const ClassId named = store.Find(package); named.IsValid()) {
    roots.push_back(named);
  } else if (!diagnostics.HasErrors()) {
    diagnostics.Report(ExplainMissing(store, package));
  }
  std::vector<ClassRow> rows;
  for (const ClassId id : library::WithContents(store, roots)) {
    ClassRow row;
    row.name = store.FullName(id);
    row.kind = syntax::TextOf(store.definition(id).kind);
    rows.push_back(std::move(row));
  }
  return rows;
}

void Note(const Diagnostics& diagnostics, const Sources& sources, ClassRow& row) {
  for (const Diagnostic& message : diagnostics.items()) {
    if (message.severity == Severity::kError && row.first_error.empty()) {
      row.first_error = fmt::format("D{:04} {}", static_cast<int>(message.code), message.message);
      if (message.primary.span.IsValid()) {
        const LineColumn place = sources.Locate(message.primary.span.file, message.primary.span.begin);
        row.first_error += fmt::format(" ({}:{})", sources.Name(message.primary.span.file), place.line);
      }
    }
    row.num_warnings += message.severity == Severity::kWarning;
    row.messages.push_back(
        RenderJson(message, sources).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  }
}

// Takes classes from the list, one after the other, until none are left.
class Worker {
 public:
  Worker(const CheckAllOptions& options, std::vector<ClassRow>& rows, std::atomic<std::size_t>& next)
      : flatten_options_{{}, options.model.unit_check},
        rows_(rows),
        next_(next),
        store_(loaded_.sources, loaded_.names, library::LibraryPath(options.model.libraries), diagnostics_) {
    for (const std::string& file : options.model.files) store_.AddFile(file);
    diagnostics_.Take();  // errors in the files were reported when the classes were listed
  }

  template <class Done>
  void Run(Done done) {
    for (std::size_t i = next_++; i < rows_.size(); i = next_++) {
      CheckRow(rows_[i]);
      done();
    }
  }

 private:
  void CheckRow(ClassRow& row) {
    const ClassId id = store_.Find(row.name);
    if (!id.IsValid()) {
      row.first_error = "it is not found again by its name";
      return;
    }
    const CheckedClass checked = CheckOne(store_, id, flatten_options_, CheckDepth::kLanguage, diagnostics_);
    row.is_right = checked.is_right && !diagnostics_.HasErrors();
    row.is_in_part = checked.is_in_part;
    Diagnostics own;
    own.Append(diagnostics_.Take());
    Note(own, loaded_.sources, row);
  }

  semantics::FlattenOptions flatten_options_;
  std::vector<ClassRow>& rows_;
  std::atomic<std::size_t>& next_;
  SourceFiles loaded_;
  Diagnostics diagnostics_;
  ClassStore store_;
};

}  // namespace

std::vector<ClassRow> CheckAll(const CheckAllOptions& options, SourceFiles& loaded,
                               Diagnostics& diagnostics) {
  library::CheckLibraries(options.model.libraries, diagnostics);
  if (diagnostics.HasErrors()) return {};
  ClassStore store(loaded.sources, loaded.names, library::LibraryPath(options.model.libraries), diagnostics);
  for (const std::string& file : options.model.files) store.AddFile(file);
  std::vector<ClassRow> rows = ListClasses(store, options.model.model, diagnostics);
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::size_t num_done = 0;
  const auto done = [&] {
    const std::lock_guard lock(mutex);
    ++num_done;
    if (options.progress) options.progress(num_done, rows.size());
  };
  const unsigned wanted =
      options.num_threads > 0 ? options.num_threads : std::max(1u, std::thread::hardware_concurrency());
  const std::size_t count = std::min<std::size_t>(wanted, rows.size());
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < count; ++i)
    threads.emplace_back([&] { Worker(options, rows, next).Run(done); });
  for (std::thread& thread : threads) thread.join();
  return rows;
}

}  // namespace daedalus::driver
