// How large a result will become, before anything is computed for it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/results/schema.h"

namespace daedalus::results {

struct ExpectedSize {
  std::uint64_t num_values = 0;  // the time included
  std::uint64_t num_bytes = 0;   // MAT: exact but for the head; CSV: numbers of usual length
};

// `path` says the format, as in OpenResultWriter.
ExpectedSize ExpectSize(const std::string& path, const Schema& schema, std::int64_t num_points);

// What a file at `path` may grow to on its disk: the free space, and the old content that it replaces.
// Nothing where that is not known, and for devices and pipes.
std::optional<std::uint64_t> SpaceFor(const std::string& path);

// More values than this need an option: such gigabytes are rarely intended.
constexpr std::uint64_t kManyValues = 100'000'000;

// Refuses (kBadOption) what has more than kManyValues values, or will not fit into `space`.
Result<Unit> CheckSize(const std::string& path, const ExpectedSize& size, std::optional<std::uint64_t> space);

}  // namespace daedalus::results
