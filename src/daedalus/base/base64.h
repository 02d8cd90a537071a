// Bytes as text in base64 (RFC 4648), for pages that contain everything that they show.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace daedalus {

std::string EncodeBase64(std::string_view bytes);
// White space is ignored. nullopt if the text is not base64.
std::optional<std::string> DecodeBase64(std::string_view text);

}  // namespace daedalus
