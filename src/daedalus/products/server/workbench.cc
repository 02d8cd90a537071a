#include "daedalus/products/server/workbench.h"

#include <charconv>
#include <utility>

#include "daedalus/language/library/search_path.h"
#include "daedalus/products/server/embedded_assets.h"
#include "daedalus/products/server/growing_results.h"

namespace daedalus::server {
namespace {

constexpr std::size_t kMostCurves = 100;

Response WrongMethod() {
  return ErrorResponse(405, "this address is not used with this method");
}
Response NotFound() {
  return ErrorResponse(404, "there is nothing at this address");
}

Response AssetNamed(std::string_view name) {
  for (const Asset& asset : Assets()) {
    if (asset.name == name) return {.type = std::string(asset.type), .body = std::string(asset.text)};
  }
  return NotFound();
}

std::optional<int> NumberIn(const std::string& text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// nullopt if the body is not a JSON object.
std::optional<Json> ObjectIn(const std::string& body) {
  Json json = Json::parse(body, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  return json;
}

Response Unwrapped(FileResult result) {
  return result ? JsonResponse(*result) : std::move(result).error();
}

Response Curves(const Run& run, const std::string& body) {
  const auto question = ObjectIn(body);
  const bool is_right = question && question->contains("names") && (*question)["names"].is_array() &&
                        (*question)["names"].size() <= kMostCurves;
  if (!is_right) return ErrorResponse(400, "the question names up to 100 curves");
  std::vector<std::string> names;
  for (const Json& name : (*question)["names"])
    names.push_back(name.is_string() ? name.get<std::string>() : "");
  const Json& from = question->contains("from") ? (*question)["from"] : Json(0);
  const CurvePiece piece = ReadCurves(run.folder + "/" + kResultFile, names,
                                      from.is_number_unsigned() ? from.get<std::uint64_t>() : 0);
  return JsonResponse(
      {{"times", piece.times}, {"values", piece.values}, {"next", piece.next}, {"isWhole", piece.is_whole}});
}

}  // namespace

Workbench::Workbench(boost::asio::io_context& io, const WorkbenchOptions& options)
    : io_(io),
      tools_(options.tools),
      version_(options.version),
      folders_(options.folders, library::LibraryPath(options.tools.libraries)),
      runs_(io, options.scratch, [this](const Json& run) { Broadcast(run); }),
      describing_(io) {}

void Workbench::Answer(const Request& request, const Target& target, const Reply& reply) {
  const std::vector<std::string>& path = target.path;  // path[0] is the token
  const std::string first = path.size() > 1 ? path[1] : std::string();
  const bool is_get = request.method == "GET";
  if (first.empty()) return reply(is_get ? AssetNamed("workbench.html") : WrongMethod());
  if (first == "assets" && path.size() == 3) return reply(is_get ? AssetNamed(path[2]) : WrongMethod());
  if (first == "runs" && path.size() == 4) {
    const auto id = NumberIn(path[2]);
    return reply(!is_get ? WrongMethod() : id ? AnswerRun(path[3], *id, request) : NotFound());
  }
  if (first != "api" || path.size() < 3) return reply(NotFound());
  if (path[2] == "session") return reply(is_get ? Session() : WrongMethod());
  if (path[2] == "folder") {
    return reply(is_get ? Unwrapped(folders_.List(target.Query("path"))) : WrongMethod());
  }
  if (path[2] == "file") return reply(AnswerFile(request, target));
  if (path[2] == "runs") return reply(AnswerRuns(request, target));
  if (path[2] != "describe") return reply(NotFound());
  if (request.method != "POST") return reply(WrongMethod());
  const auto question = ObjectIn(request.body);
  auto command = DescribeCommand(question.value_or(Json()), tools_, folders_);
  if (!command) return reply(ErrorResponse(400, command.error()));
  describing_.Start(*std::move(command), reply);
}

Response Workbench::Session() const {
  Json libraries = Json::array();
  for (const std::string& folder : library::LibraryPath(tools_.libraries)) libraries.push_back(folder);
  return JsonResponse({{"version", version_},
                       {"folders", folders_.writable()},
                       {"libraries", std::move(libraries)},
                       {"allowsExternal", tools_.allow_external}});
}

Response Workbench::AnswerFile(const Request& request, const Target& target) {
  const std::string path = target.Query("path");
  if (request.method == "GET") return Unwrapped(folders_.Read(path));
  if (request.method != "PUT") return WrongMethod();
  const auto body = ObjectIn(request.body);
  const bool is_right = body && body->contains("text") && (*body)["text"].is_string() &&
                        body->contains("version") && (*body)["version"].is_string();
  if (!is_right) return ErrorResponse(400, "saving needs a text and the version that was read");
  FileResult saved =
      folders_.Save(path, (*body)["text"].get<std::string>(), (*body)["version"].get<std::string>());
  if (saved) {
    Broadcast({{"saved", (*saved)["path"]}, {"version", (*saved)["version"]}});
  }
  return Unwrapped(std::move(saved));
}

Response Workbench::AnswerRuns(const Request& request, const Target& target) {
  const std::vector<std::string>& path = target.path;
  if (path.size() == 3 && request.method == "GET") return JsonResponse(runs_.List());
  if (path.size() == 3 && request.method == "POST") {
    const auto question = ObjectIn(request.body);
    auto command = SimulateCommand(question.value_or(Json()), tools_, folders_);
    if (!command) return ErrorResponse(400, command.error());
    return Unwrapped(runs_.Start(*question, *std::move(command)));
  }
  if (path.size() == 3) return WrongMethod();
  const auto id = NumberIn(path[3]);
  if (!id || path.size() != 5 || runs_.Find(*id) == nullptr) return NotFound();
  return AnswerRun(path[4], *id, request);
}

Response Workbench::AnswerRun(const std::string& what, int id, const Request& request) {
  const Run* run = runs_.Find(id);
  if (run == nullptr) return NotFound();
  if (request.method == "GET") {
    if (what == "names") return JsonResponse(ColumnNames(run->folder + "/" + kResultFile));
    if (what == "page") return {.type = "text/html; charset=utf-8", .file = run->folder + "/" + kPageFile};
    if (what == kResultFile) {
      return {.type = "text/csv; charset=utf-8",
              .file = run->folder + "/" + kResultFile,
              .save_as = "run-" + std::to_string(id) + ".csv"};
    }
    return NotFound();
  }
  if (request.method != "POST") return WrongMethod();
  if (what == "curves") return Curves(*run, request.body);
  if (what == "stop") return JsonResponse({{"stopped", runs_.Stop(id)}});
  if (what == "remove") return JsonResponse({{"removed", runs_.Remove(id)}});
  return NotFound();
}

// ---- WebSockets ----

std::optional<ChannelHandlers> Workbench::Open(const Target& target, Channel channel) {
  if (target.path.size() != 2) return std::nullopt;
  if (target.path[1] == "events") return OpenEvents(std::move(channel));
  if (target.path[1] == "language") return OpenLanguage(std::move(channel));
  return std::nullopt;
}

ChannelHandlers Workbench::OpenEvents(Channel channel) {
  const int id = ++last_channel_;
  listeners_[id] = std::move(channel);
  return {[](const std::string&) {}, [this, id] { listeners_.erase(id); }};
}

std::optional<ChannelHandlers> Workbench::OpenLanguage(Channel channel) {
  if (links_.size() >= kMostLanguageLinks) return std::nullopt;
  const int id = ++last_channel_;
  auto link = LanguageLink::Start(io_, LanguageCommand(tools_), folders_, std::move(channel.send),
                                  std::move(channel.close));
  if (!link) return std::nullopt;
  LanguageLink* it = (links_[id] = *std::move(link)).get();
  return ChannelHandlers{[it](const std::string& message) { it->Receive(message); },
                         [this, id] { links_.erase(id); }};
}

void Workbench::Broadcast(const Json& event) {
  const std::string text = event.dump(-1, ' ', false, Json::error_handler_t::replace);
  for (const auto& [id, channel] : listeners_) channel.send(text);
}

}  // namespace daedalus::server
