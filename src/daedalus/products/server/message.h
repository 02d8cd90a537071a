// A request and its answer as plain values: what connection.h makes of bytes, and what workbench.h answers.
#pragma once

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace daedalus::server {

using Json = nlohmann::ordered_json;

struct Request {
  std::string method;  // "GET"
  std::string target;  // "/TOKEN/api/file?path=%2Fa.mo"
  std::string host;
  std::optional<std::string> origin;      // of the page that asks
  std::optional<std::string> fetch_site;  // Sec-Fetch-Site
  std::optional<std::string> fetch_mode;  // Sec-Fetch-Mode
  std::string body;
};

struct Response {
  int status = 200;
  std::string type = "application/json";
  std::string body = {};
  std::string file = {};     // if it is set, this file is the body
  std::string save_as = {};  // if it is set, the browser keeps the body under this name
};

// Called once, now or later.
using Reply = std::function<void(Response)>;

Response JsonResponse(const Json& json, int status = 200);
// {"error": message}: what the page shows.
Response ErrorResponse(int status, std::string_view message);

// What a target names, decoded.
struct Target {
  std::vector<std::string> path;             // {"TOKEN", "api", "file"}; the last is empty after a slash
  std::map<std::string, std::string> query;  // {"path", "/a.mo"}
  // Empty if the query has no such name.
  std::string Query(const std::string& name) const;
};
// nullopt if it is malformed: a bad escape, a zero byte, no slash at its beginning.
std::optional<Target> ReadTarget(std::string_view text);

}  // namespace daedalus::server
