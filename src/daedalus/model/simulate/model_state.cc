#include "daedalus/model/simulate/model_state.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <utility>

#include "daedalus/base/byte_archive.h"
#include "daedalus/base/read_file.h"

namespace daedalus::simulate {
namespace {

constexpr std::array<char, 8> kMark = {'D', 'a', 'e', 'd', 'S', 't', 'a', 't'};
constexpr std::uint32_t kVersion = 1;

// CRC-32 of ISO 3309, bit by bit: states are small.
std::uint32_t ChecksumOf(std::span<const std::byte> bytes) {
  std::uint32_t crc = 0xffffffff;
  for (const std::byte b : bytes) {
    crc ^= static_cast<std::uint32_t>(b);
    for (int i = 0; i < 8; ++i) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xedb88320U : 0U);
  }
  return ~crc;
}

Diagnostic Damaged() {
  return Error(Code::kBadState, {}, "this is not a saved state, or a part of it is missing");
}

}  // namespace

ModelState SaveState(const CompiledModel& model, double t, StateChanges& states, EventHandler* handler) {
  ModelState out;
  out.model = states.given().system->name;
  out.fingerprint = model.fingerprint();
  out.time = t;
  out.parameters = states.given().parameters;
  const std::span<const double> values = states.values();
  out.quantities.assign(values.begin(), values.end());
  out.dummies = states.dummies();
  if (handler) {
    ByteWriter writer;
    writer(*handler);
    out.events = writer.Take();
  }
  return out;
}

std::vector<std::byte> ToBytes(const ModelState& state) {
  ByteWriter body;
  body(state);
  ByteWriter out;
  out(kMark, kVersion, ChecksumOf(body.bytes()), body.bytes());
  return out.Take();
}

Result<ModelState> StateFromBytes(std::span<const std::byte> bytes) {
  ByteReader reader(bytes);
  std::array<char, 8> mark = {};
  std::uint32_t version = 0, checksum = 0;
  reader(mark, version);
  if (!reader.ok() || mark != kMark) return Fail(Damaged());
  if (version != kVersion) {
    return Fail(Error(Code::kBadState, {},
                      "the state was saved in version {} of the format, and this program reads version {}",
                      version, kVersion)
                    .Hint("repeat the run that saved it with this program"));
  }
  std::vector<std::byte> body;
  reader(checksum, body);
  if (!reader.ok() || !reader.is_at_end() || ChecksumOf(body) != checksum) return Fail(Damaged());
  ModelState out;
  ByteReader contents(body);
  contents(out);
  if (!contents.ok()) return Fail(Damaged());
  return out;
}

Result<Unit> WriteState(const std::string& path, const ModelState& state) {
  const std::vector<std::byte> bytes = ToBytes(state);
  const std::string part = path + ".part";  // a file that is there stays until the new one is whole
  {
    std::ofstream file(part, std::ios::binary);
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    file.close();
    if (!file) {
      return Fail(Error(Code::kCannotWriteFile, {}, "cannot write `{}`: {}", path, std::strerror(errno)));
    }
  }
  std::error_code failure;
  std::filesystem::rename(part, path, failure);
  if (failure)
    return Fail(Error(Code::kCannotWriteFile, {}, "cannot write `{}`: {}", path, failure.message()));
  return Unit{};
}

Result<ModelState> ReadState(const std::string& path) {
  const auto text = ReadFile(path);
  if (!text) return Fail(Error(Code::kBadState, {}, "cannot read `{}`: {}", path, text.error()));
  auto state = StateFromBytes(std::as_bytes(std::span(text->data(), text->size())));
  if (!state) {
    std::vector<Diagnostic> errors = std::move(state).error();
    for (Diagnostic& d : errors) d.message = fmt::format("`{}`: {}", path, d.message);
    return Failure{std::move(errors)};
  }
  return state;
}

std::vector<ParameterOverride> ParametersOf(const ModelState& state, const CompiledModel& model) {
  const System& system = *model.given().system;
  std::vector<double> now = model.given().parameters;
  std::vector<ParameterOverride> overrides;
  const auto override_those = [&](auto&& is_wanted) {
    for (const ParameterId p : IdRange<ParameterId>(now.size())) {
      const double value = state.parameters[p.index()];
      const Parameter& parameter = system.parameters[p];
      if (value != now[p.index()] && !parameter.is_constant && is_wanted(parameter))
        overrides.push_back({p, value});
    }
  };
  override_those([&](const Parameter& p) { return !p.value.IsValid() || system.graph.IsConstant(p.value); });
  if (const auto values = EvaluateParameters(system, overrides); values.ok()) now = values->values;
  override_those([](const Parameter&) { return true; });
  return overrides;
}

Result<Unit> CheckState(const ModelState& state, const CompiledModel& model) {
  const compile::GivenModel& given = model.given();
  const std::string& name = given.system->name;
  if (state.model != name)
    return Fail(
        Error(Code::kBadState, {}, "this is a state of `{}`, and the model is `{}`", state.model, name));
  const bool fits =
      state.fingerprint == model.fingerprint() && state.parameters.size() == given.parameters.size() &&
      state.quantities.size() == given.quantities.size() && state.events.empty() == (given.events == nullptr);
  if (fits) return Unit{};
  return Fail(Error(Code::kBadState, {}, "`{}` has other equations now than when its state was saved", name)
                  .Hint("a structural parameter, an option such as --keep-aliases or the text has changed"));
}

}  // namespace daedalus::simulate
