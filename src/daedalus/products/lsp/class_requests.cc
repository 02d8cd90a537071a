// Requests that the protocol does not have: what a view of classes as a tree or as a picture needs. The
// workbench uses them, and any editor may.
#include "daedalus/language/syntax/unparse.h"
#include "daedalus/products/drawing/draw_class.h"
#include "daedalus/products/drawing/svg/write_svg.h"
#include "daedalus/products/lsp/requests.h"
#include "daedalus/products/lsp/uri.h"

namespace daedalus::lsp {
namespace {

using library::ClassId;
using library::ClassStore;

constexpr std::size_t kMostPictures = 100;  // of one request

// The classes of a file, or those of the libraries only. The workspace keeps the syntax trees, so making a
// store takes milliseconds, and the store is never out of date.
class Classes {
 public:
  Classes(RequestContext& context, const Json& params)
      : texts_(context.workspace.texts()),
        store_(texts_.sources(), texts_.names(), context.workspace.LibraryPath(), diagnostics_,
               [this](const std::string& path, Diagnostics& d) { return texts_.Load(path, d); }) {
    const std::string file = params.value("file", std::string());
    if (file.empty()) return;
    store_.AddFile(PathOfUri(file));
    has_file_ = true;
    // After a syntax error the tree is incomplete.
    if (diagnostics_.HasErrors())
      throw RequestError{ErrorCode::kRequestFailed, "the text has mistakes of syntax"};
  }

  ClassId Find(const std::string& name) {
    const ClassId found = store_.Find(name);
    if (!found.IsValid())
      throw RequestError{ErrorCode::kRequestFailed, fmt::format("there is no class `{}`", name)};
    return found;
  }

  std::vector<ClassId> In(const std::string& parent) {
    if (!parent.empty()) return store_.Children(Find(parent));
    if (has_file_) return store_.given();
    std::vector<ClassId> tops;
    for (const syntax::NameId name : store_.TopNames()) {
      if (const ClassId top = store_.FindTop(name); top.IsValid()) tops.push_back(top);
    }
    return tops;
  }

  ClassStore& store() { return store_; }
  Diagnostics& diagnostics() { return diagnostics_; }

 private:
  ide::TextCache& texts_;
  Diagnostics diagnostics_;
  ClassStore store_;
  bool has_file_ = false;
};

Json ClassToJson(ClassStore& store, ClassId cls) {
  const syntax::ClassDefinition& definition = store.definition(cls);
  const bool is_package = definition.kind == syntax::ClassKind::kPackage;
  return {{"name", std::string(store.Name(cls))},
          {"class", store.FullName(cls)},
          {"kind", std::string(syntax::TextOf(definition.kind))},
          {"isPartial", definition.is_partial},
          {"isPackage", is_package && definition.form == syntax::ClassForm::kLong},
          {"description", store.tree(cls).DescriptionText(definition.description)}};
}

drawing::DrawOptions DrawOptionsFrom(const Json& params) {
  drawing::DrawOptions options;
  const std::string view = params.value("view", std::string());
  if (view == "icon") options.view = drawing::View::kIcon;
  if (view == "diagram") options.view = drawing::View::kDiagram;
  options.component = params.value("component", std::string());
  return options;
}

}  // namespace

// {file?, within?}: the classes of a package, of a file, or of all libraries.
Json ClassesWithin(RequestContext& context, const Json& params) {
  Classes classes(context, params);
  Json list = Json::array();
  for (const ClassId cls : classes.In(params.value("within", std::string()))) {
    ThrowIfCancelled(context);
    list.push_back(ClassToJson(classes.store(), cls));
  }
  return list;
}

// {file?, class, view?, component?}: the drawing as SVG.
Json Picture(RequestContext& context, const Json& params) {
  Classes classes(context, params);
  const ClassId cls = classes.Find(params.at("class").get<std::string>());
  drawing::Painter painter(classes.store(), classes.diagnostics());
  const auto drawn = painter.Draw(cls, DrawOptionsFrom(params));
  if (!drawn) {
    throw RequestError{ErrorCode::kRequestFailed,
                       drawn.error().empty() ? "it cannot be drawn" : drawn.error()[0].message};
  }
  return {{"svg", drawing::WriteSvg(*drawn)},
          {"class", drawn->class_name},
          {"isEmpty", drawn->IsEmpty()},
          {"isArranged", drawn->is_arranged}};
}

// {query, limit?}: classes of all libraries by their names, also those that nobody has opened.
Json FindClasses(RequestContext& context, const Json& params) {
  constexpr std::size_t kMostFound = 500;
  std::vector<std::string> files;
  for (const std::string& folder : context.workspace.LibraryPath()) {
    const std::vector<std::string> below = Workspace::FilesBelow(folder);
    files.insert(files.end(), below.begin(), below.end());
  }
  ide::ClassIndex& index = context.workspace.class_index();
  index.Update(files, [&context] { return !context.is_cancelled(); });
  ThrowIfCancelled(context);
  Json list = Json::array();
  const std::size_t limit = std::min(params.value("limit", std::size_t{100}), kMostFound);
  for (const ide::NamedClass& cls : index.Find(params.at("query").get<std::string>(), limit))
    list.push_back({{"class", cls.name}, {"kind", cls.kind}});
  return list;
}

// {file?, classes}: the icons as SVG, null for a class that has none.
Json Icons(RequestContext& context, const Json& params) {
  Classes classes(context, params);
  drawing::Painter painter(classes.store(), classes.diagnostics());
  const auto names = params.at("classes").get<std::vector<std::string>>();
  if (names.size() > kMostPictures) {
    throw RequestError{ErrorCode::kInvalidParams,
                       fmt::format("one request draws at most {} icons", kMostPictures)};
  }
  Json list = Json::array();
  for (const std::string& name : names) {
    ThrowIfCancelled(context);
    const ClassId cls = classes.store().Find(name);
    Json svg;
    if (cls.IsValid() && painter.HasGraphics(cls, drawing::View::kIcon)) {
      const auto drawn = painter.Draw(cls, {.view = drawing::View::kIcon});
      if (drawn) svg = drawing::WriteSvg(*drawn, {.has_background = false});
    }
    list.push_back(std::move(svg));
  }
  return list;
}

// {file?, class}: the place of its text.
Json PlaceOfClass(RequestContext& context, const Json& params) {
  Classes classes(context, params);
  const ClassId cls = classes.Find(params.at("class").get<std::string>());
  const syntax::Tree& tree = classes.store().tree(cls);
  const std::string file(classes.store().sources().Name(tree.file()));
  return LocationOf(context, file, classes.store().definition(cls).name.place);
}

}  // namespace daedalus::lsp
