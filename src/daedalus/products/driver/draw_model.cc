#include "daedalus/products/driver/draw_model.h"

#include <filesystem>

#include "daedalus/language/library/explain_missing.h"
#include "daedalus/language/library/search_path.h"
#include "daedalus/language/library/with_contents.h"
#include "daedalus/language/semantics/instances/find_model.h"
#include "daedalus/products/drawing/svg/write_svg.h"
#include "daedalus/results/output_file.h"

namespace daedalus::driver {
namespace {

namespace fs = std::filesystem;
using library::ClassId;
using library::ClassStore;

// True if the argument is a file or could be one. All others are names of classes.
bool IsFileSubject(const std::string& subject) {
  std::error_code ignored;
  return subject == "-" || subject.ends_with(".mo") || subject.find('/') != std::string::npos ||
         fs::exists(subject, ignored);
}

// The named class, otherwise the last model of the files, otherwise their last class.
ClassId FindSubject(ClassStore& store, const DrawModelOptions& options, Diagnostics& diagnostics) {
  std::string name = options.model;
  for (const std::string& subject : options.subjects) {
    if (IsFileSubject(subject)) {
      store.AddFile(subject);
    } else if (name.empty()) {
      name = subject;
    } else {
      diagnostics.Report(
          Error(Code::kBadOption, {}, "`{}` and `{}`: one class is drawn at a time", name, subject));
    }
  }
  // After a syntax error the tree is incomplete, and only the parser may use it.
  if (diagnostics.HasErrors() || (name.empty() && store.given().empty())) return {};
  if (name.empty() && options.all) return store.given().back();
  const auto model =
      semantics::FindModel(store, name.empty() ? std::nullopt : std::optional<std::string_view>(name));
  if (model) return *model;
  if (name.empty()) return store.given().back();
  diagnostics.Append(std::move(model.error()));
  return {};
}

// Names may be quoted and contain anything: such characters become an underscore.
std::string FileNameOf(std::string_view class_name) {
  std::string out;
  for (const char c : class_name) {
    const bool is_plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
    out += is_plain ? c : '_';
  }
  constexpr std::size_t kLongest = 200;
  return out.substr(0, kLongest);
}

class PackagePainter {
 public:
  PackagePainter(ClassStore& store, const DrawModelOptions& options, Diagnostics& diagnostics)
      : store_(store), options_(options), diagnostics_(diagnostics), folder_(options.svg) {}

  DrawnPackage Draw(ClassId root) {
    constexpr std::size_t kClassesOfPainter = 200;  // limits the memory that painters use
    std::unique_ptr<drawing::Painter> painter;
    for (const ClassId cls : library::WithContents(store_, {{root}})) {
      if (done_.num_classes++ % kClassesOfPainter == 0)
        painter = std::make_unique<drawing::Painter>(store_, diagnostics_);
      if (options_.view != drawing::View::kDiagram) DrawIcon(*painter, cls);
      if (options_.view != drawing::View::kIcon) DrawDiagram(*painter, cls);
      if (has_failed_) break;
    }
    return done_;
  }

 private:
  void DrawIcon(drawing::Painter& painter, ClassId cls) {
    if (!painter.HasGraphics(cls, drawing::View::kIcon)) return;
    const auto drawn = painter.Draw(cls, {.view = drawing::View::kIcon});
    if (drawn && Write(cls, "icon", *drawn)) ++done_.num_icons;
  }
  void DrawDiagram(drawing::Painter& painter, ClassId cls) {
    const auto drawn = painter.Draw(cls, {.view = drawing::View::kDiagram});
    if (drawn && !drawn->IsEmpty() && Write(cls, "diagram", *drawn)) ++done_.num_diagrams;
  }
  bool Write(ClassId cls, std::string_view kind, const drawing::Drawing& drawn) {
    const std::string name = fmt::format("{}.{}.svg", FileNameOf(store_.FullName(cls)), kind);
    auto written = results::WriteWholeFile((folder_ / name).string(), drawing::WriteSvg(drawn));
    if (written) return true;
    has_failed_ = true;
    diagnostics_.Append(std::move(written.error()));
    return false;
  }

  ClassStore& store_;
  const DrawModelOptions& options_;
  Diagnostics& diagnostics_;
  fs::path folder_;
  DrawnPackage done_;
  bool has_failed_ = false;
};

}  // namespace

std::optional<DrawnModel> DrawModel(const DrawModelOptions& options, SourceFiles& loaded,
                                    Diagnostics& diagnostics) {
  library::CheckLibraries(options.libraries, diagnostics);
  if (diagnostics.HasErrors()) return std::nullopt;
  ClassStore store(loaded.sources, loaded.names, library::LibraryPath(options.libraries), diagnostics);
  const ClassId cls = FindSubject(store, options, diagnostics);
  if (!cls.IsValid()) return std::nullopt;
  auto svg = drawing::SvgOf(store, cls, {options.view, options.component}, diagnostics);
  if (svg) return DrawnModel{store.FullName(cls), *std::move(svg)};
  diagnostics.Append(std::move(svg).error());
  return std::nullopt;
}

std::optional<DrawnPackage> DrawPackage(const DrawModelOptions& options, SourceFiles& loaded,
                                        Diagnostics& diagnostics) {
  library::CheckLibraries(options.libraries, diagnostics);
  if (diagnostics.HasErrors()) return std::nullopt;
  ClassStore store(loaded.sources, loaded.names, library::LibraryPath(options.libraries), diagnostics);
  const ClassId root = FindSubject(store, options, diagnostics);
  if (!root.IsValid()) return std::nullopt;
  std::error_code error;
  fs::create_directories(options.svg, error);
  if (error) {
    diagnostics.Report(
        Error(Code::kCannotWriteFile, {}, "cannot make the folder `{}`: {}", options.svg, error.message()));
    return std::nullopt;
  }
  return PackagePainter(store, options, diagnostics).Draw(root);
}

}  // namespace daedalus::driver
