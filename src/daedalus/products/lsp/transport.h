// The frames of the protocol: `Content-Length: N`, an empty line, N bytes of JSON.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace daedalus::lsp {

// Bytes in, messages out.
class MessageReader {
 public:
  // A longer message is not read; its length must be an error.
  static constexpr std::size_t kMaxBytes = std::size_t{256} << 20;

  void Feed(std::string_view bytes) { buffer_ += bytes; }

  struct Item {
    std::string text;     // of a message
    std::string mistake;  // otherwise: what is wrong with the bytes that were skipped
  };
  // The next message or error; nullopt if more bytes are needed.
  std::optional<Item> Next();

 private:
  Item SkipBadHeader(std::string mistake);

  std::string buffer_;
};

std::string Framed(std::string_view message);

}  // namespace daedalus::lsp
