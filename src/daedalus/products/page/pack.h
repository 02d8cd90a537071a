// Bytes as text for a page: compressed by zlib, then written in base64. So nothing of a model can be taken
// for markup.
#pragma once

#include <string>
#include <string_view>

#include "daedalus/base/base64.h"

namespace daedalus::page {

std::string Compressed(std::string_view bytes);
inline std::string Packed(std::string_view bytes) {
  return EncodeBase64(Compressed(bytes));
}

}  // namespace daedalus::page
