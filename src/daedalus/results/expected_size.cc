#include "daedalus/results/expected_size.h"

#include <fmt/format.h>

#include <filesystem>

namespace daedalus::results {
namespace {

namespace fs = std::filesystem;

// With its comma. Sixteen or seventeen digits, a sign now and then, a point, and often an exponent.
constexpr std::uint64_t kUsualNumberLength = 20;

std::string Bytes(std::uint64_t n) {
  const auto value = static_cast<double>(n);
  return n >= 1'000'000'000 ? fmt::format("{:.3g} GB", value / 1e9) : fmt::format("{:.3g} MB", value / 1e6);
}

constexpr const char* kAdvice =
    "keep fewer variables (--variables) or points (--intervals), or ask for it all the same: --large-results";

}  // namespace

ExpectedSize ExpectSize(const std::string& path, const Schema& schema, std::int64_t num_points) {
  const auto points = static_cast<std::uint64_t>(num_points);
  if (path.ends_with(".mat")) {
    const std::uint64_t num_values = points * (RowSize(schema) + 1);
    return {num_values, num_values * sizeof(double)};
  }
  std::uint64_t num_columns = 1, row_length = kUsualNumberLength;
  const std::vector<SignalSource> sources = ResolveSources(schema);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (sources[i].kind == Signal::Kind::kParameter) continue;
    ++num_columns;
    row_length += sources[i].kind == Signal::Kind::kVariable
                      ? kUsualNumberLength
                      : fmt::format("{},", ConstantValue(schema, i)).size();
  }
  return {points * num_columns, points * row_length};
}

std::optional<std::uint64_t> SpaceFor(const std::string& path) {
  std::error_code error;
  const fs::path target = fs::weakly_canonical(path, error);
  if (error) return std::nullopt;
  const fs::file_status status = fs::status(target, error);
  const bool is_new = status.type() == fs::file_type::not_found;
  if (!is_new && status.type() != fs::file_type::regular) return std::nullopt;
  const std::uint64_t old = is_new ? 0 : fs::file_size(target, error);
  const fs::space_info space = fs::space(target.parent_path(), error);
  if (error) return std::nullopt;
  return space.available + old;
}

Result<Unit> CheckSize(const std::string& path, const ExpectedSize& size,
                       std::optional<std::uint64_t> space) {
  if (size.num_values > kManyValues) {
    return Fail(Error(Code::kBadOption, {}, "`{}` would have {} values, about {}", path, size.num_values,
                      Bytes(size.num_bytes))
                    .Hint(kAdvice));
  }
  if (space && size.num_bytes > *space) {
    return Fail(Error(Code::kBadOption, {}, "`{}` would have about {}, and its disk has {} left", path,
                      Bytes(size.num_bytes), Bytes(*space))
                    .Hint(kAdvice));
  }
  return Unit{};
}

}  // namespace daedalus::results
