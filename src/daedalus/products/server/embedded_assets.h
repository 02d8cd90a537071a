// The page of the workbench with its scripts and styles, embedded at build time (embed_assets.cmake).
#pragma once

#include <span>
#include <string_view>

namespace daedalus::server {

struct Asset {
  std::string_view name;  // "workbench.js"
  std::string_view type;
  std::string_view text;
};

std::span<const Asset> Assets();

}  // namespace daedalus::server
