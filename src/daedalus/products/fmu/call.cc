#include "daedalus/products/fmu/call.h"

#include <cstring>

#include "daedalus/base/byte_archive.h"
#include "daedalus/base/read_file.h"
#include "daedalus/products/fmi/fmu_files.h"

namespace daedalus::fmu {
namespace {

// FMI asks for the size of a saved state before it asks for its bytes, so a state keeps its bytes.
struct StateHandle {
  std::vector<std::byte> bytes;
};

constexpr std::uint64_t kMark = 0x316d6675736e6144;  // the first bytes of each state, with its version

std::vector<std::byte> BytesOf(SavedComponent saved) {
  ByteWriter writer;
  std::vector<std::byte> model;
  if (saved.state) model = simulate::ToBytes(*std::exchange(saved.state, std::nullopt));
  writer(kMark, saved, model);
  return writer.Take();
}

Result<SavedComponent> FromBytes(std::span<const std::byte> bytes) {
  std::uint64_t mark = 0;
  SavedComponent saved;
  std::vector<std::byte> model;
  ByteReader reader(bytes);
  reader(mark);
  if (mark == kMark) reader(saved, model);
  if (mark != kMark || !reader.ok() || !reader.is_at_end())
    return Fail(Error(Code::kBadState, {}, "these bytes are not a state of an FMU"));
  if (model.empty()) return saved;
  auto state = simulate::StateFromBytes(model);
  if (!state) return Failure{std::move(state).error()};
  saved.state = *std::move(state);
  return saved;
}

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

}  // namespace

std::string PathOf(const std::string& uri) {
  std::string rest = uri;
  if (rest.starts_with("file:")) {
    rest = rest.substr(5);
    if (rest.starts_with("//"))
      rest = rest.substr(rest.find('/', 2) == std::string::npos ? 2 : rest.find('/', 2));
  } else {
    return rest;
  }
  std::string out;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    const bool is_escape =
        rest[i] == '%' && i + 2 < rest.size() && HexDigit(rest[i + 1]) >= 0 && HexDigit(rest[i + 2]) >= 0;
    if (is_escape) {
      out += static_cast<char>(16 * HexDigit(rest[i + 1]) + HexDigit(rest[i + 2]));
      i += 2;
    } else {
      out += rest[i];
    }
  }
  return out;
}

Component* MakeComponent(Kind kind, const std::string& resources, const char* token, bool is_logging,
                         const Log& log) {
  const auto refuse = [&](const std::string& why) -> Component* {
    if (log) log(Status::kError, "logStatusError", why);
    return nullptr;
  };
  try {
    const std::string file = resources + "/model.mo";
    auto text = ReadFile(file);
    if (!text) return refuse("cannot read `" + file + "`: " + text.error());
    if (token == nullptr || fmi::TokenOf(*text) != token)
      return refuse("the token of the importer is not that of `" + file + "`");
    auto component = Component::Make(kind, *std::move(text), log);
    if (!component) {
      for (const Diagnostic& message : component.error()) static_cast<void>(refuse(message.message));
      return nullptr;
    }
    (*component)->SetLogging(is_logging);
    return component->release();
  } catch (const std::exception& failure) {
    return refuse(failure.what());
  }
}

Result<Unit> SaveTo(Component& component, void** state) {
  if (state == nullptr) return WrongCall("the pointer for the state is null");
  auto saved = component.Save();
  if (!saved) return Failure{std::move(saved).error()};
  auto* handle = static_cast<StateHandle*>(*state);
  if (handle == nullptr) handle = new StateHandle;
  handle->bytes = BytesOf(*std::move(saved));
  *state = handle;
  return Unit{};
}

Result<Unit> RestoreFrom(Component& component, const void* state) {
  if (state == nullptr) return WrongCall("there is no state");
  auto saved = FromBytes(static_cast<const StateHandle*>(state)->bytes);
  if (!saved) return Failure{std::move(saved).error()};
  return component.Restore(*saved);
}

void FreeState(void** state) {
  if (state == nullptr) return;
  delete static_cast<StateHandle*>(*state);
  *state = nullptr;
}

std::size_t SizeOfState(const void* state) {
  return state == nullptr ? 0 : static_cast<const StateHandle*>(state)->bytes.size();
}

Result<Unit> WriteState(const void* state, char* bytes, std::size_t size) {
  if (state == nullptr || bytes == nullptr || size < SizeOfState(state))
    return WrongCall("the state is null, or there is no room for its bytes");
  const auto& from = static_cast<const StateHandle*>(state)->bytes;
  std::memcpy(bytes, from.data(), from.size());
  return Unit{};
}

Result<Unit> ReadState(const char* bytes, std::size_t size, void** state) {
  if (bytes == nullptr || state == nullptr) return WrongCall("the pointer to the bytes of the state is null");
  const auto* begin = reinterpret_cast<const std::byte*>(bytes);
  const std::vector<std::byte> copy(begin, begin + size);
  if (auto checked = FromBytes(copy); !checked) return Failure{std::move(checked).error()};
  FreeState(state);
  *state = new StateHandle{copy};
  return Unit{};
}

}  // namespace daedalus::fmu
