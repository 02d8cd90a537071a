#include "daedalus/products/server/language_link.h"

#include <algorithm>
#include <array>

#include "daedalus/products/lsp/uri.h"

namespace daedalus::server {
namespace {

constexpr std::array<std::string_view, 8> kFileKeys = {"uri",     "file",     "oldUri",  "newUri",
                                                       "rootUri", "rootPath", "baseUri", "targetUri"};

// True if the page may read all files that the message names. A text that is not a path ("untitled:1") names
// no file.
bool NamesOurFilesOnly(const Json& json, const Folders& folders) {
  if (json.is_array()) {
    return std::ranges::all_of(json, [&](const Json& item) { return NamesOurFilesOnly(item, folders); });
  }
  if (!json.is_object()) return true;
  for (const auto& [key, value] : json.items()) {
    const bool names_file = std::ranges::find(kFileKeys, key) != kFileKeys.end() && value.is_string();
    if (names_file && !value.get_ref<const std::string&>().empty() &&
        !folders.Readable(lsp::PathOfUri(value.get_ref<const std::string&>())))
      return false;
    if (!NamesOurFilesOnly(value, folders)) return false;
  }
  return true;
}

Json OurInitialization(const Folders& folders) {
  Json list = Json::array();
  for (const std::string& folder : folders.writable())
    list.push_back({{"uri", lsp::UriOfPath(folder)}, {"name", folder}});
  return {{"processId", nullptr},
          {"rootUri", nullptr},
          {"capabilities", Json::object()},
          {"workspaceFolders", list}};
}

}  // namespace

std::optional<std::string> GuardedMessage(const std::string& message, const Folders& folders) {
  Json json = Json::parse(message, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  const Json method = json.value("method", Json());
  if (method == "initialize") json["params"] = OurInitialization(folders);
  // Only the server chooses the folders.
  if (method == "workspace/didChangeWorkspaceFolders") return std::nullopt;
  if (!NamesOurFilesOnly(json, folders)) return std::nullopt;
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string RefusalOf(const std::string& message) {
  constexpr int kInvalidParams = -32602;
  const Json json = Json::parse(message, nullptr, false);
  if (!json.is_object() || !json.contains("id")) return {};
  return Json{
      {"jsonrpc", "2.0"},
      {"id", json["id"]},
      {"error",
       {{"code", kInvalidParams}, {"message", "the request names a file outside of the opened folders"}}}}
      .dump(-1, ' ', false, Json::error_handler_t::replace);
}

Expected<std::unique_ptr<LanguageLink>, std::string> LanguageLink::Start(
    boost::asio::io_context& io, const std::vector<std::string>& command, const Folders& folders, Send send,
    std::function<void()> ended) {
  std::unique_ptr<LanguageLink> link(new LanguageLink(folders, std::move(send)));
  LanguageLink* it = link.get();
  auto process = Process::Start(io, command, "",
                                {.out =
                                     [it](std::string_view bytes) {
                                       it->reader_.Feed(bytes);
                                       while (auto item = it->reader_.Next()) {
                                         if (!item->text.empty()) it->send_(std::move(item->text));
                                       }
                                     },
                                 .err = {},
                                 .ended = [ended = std::move(ended)](int) { ended(); }});
  if (!process) return Failure{process.error()};
  link->process_ = *std::move(process);
  return link;
}

LanguageLink::~LanguageLink() {
  if (process_ == nullptr) return;
  process_->Forget();
  process_->Finish();
}

void LanguageLink::Receive(const std::string& message) {
  if (const auto guarded = GuardedMessage(message, folders_)) return process_->Write(lsp::Framed(*guarded));
  if (std::string refusal = RefusalOf(message); !refusal.empty()) send_(std::move(refusal));
}

}  // namespace daedalus::server
