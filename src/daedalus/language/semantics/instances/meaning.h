// The meaning of a reference in the text. It is found once for a class in its environment, and is the same
// for all instances and in every iteration of a loop.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>

#include "daedalus/language/scope/env_table.h"
#include "daedalus/language/semantics/instances/types.h"
#include "daedalus/language/syntax/tree.h"

namespace daedalus::semantics {

struct Meaning {
  enum class Kind : std::uint8_t {
    kUnresolved,
    kError,
    kComponent,  // member `index` of the class `env`, named by the first `num_parts` parts
    kClass,      // `env`
    kTime,
    kLiteral,  // of the enumeration `type`, number `index` from 1
    kBuiltin,  // function number `index`
  };
  Kind kind = Kind::kUnresolved;
  std::uint32_t num_parts = 1;
  std::uint32_t index = 0;
  scope::EnvId env = {};
  Type type = {};
  // For a class: it was found through a component that the first parts name.
  bool is_in_component = false;
};

// A place in a text, and the environment in which it is read.
struct ReferenceKey {
  std::uint32_t file = 0;
  std::uint32_t reference = 0;
  std::uint32_t env = 0;
  std::uint32_t part = 0;

  friend bool operator==(const ReferenceKey&, const ReferenceKey&) = default;
};

struct ReferenceKeyHash {
  std::size_t operator()(const ReferenceKey& key) const {
    std::uint64_t h = (std::uint64_t(key.file) << 32 | key.reference) * 0x9e3779b97f4a7c15ull;
    h ^= (std::uint64_t(key.env) << 32 | key.part) * 0xc2b2ae3d27d4eb4full;
    return static_cast<std::size_t>(h ^ (h >> 29));
  }
};

// All meanings found so far. Loops and arrays of components read the same few references again and again, so
// the latest ones are kept before the table.
class MeaningTable {
 public:
  // Null: not found yet.
  const Meaning* Find(const ReferenceKey& key) {
    Recent& recent = recent_[ReferenceKeyHash()(key) % recent_.size()];
    if (recent.meaning != nullptr && recent.key == key) return recent.meaning;
    const auto at = meanings_.find(key);
    if (at == meanings_.end()) return nullptr;
    recent = {key, &at->second};
    return recent.meaning;
  }
  // The returned reference stays valid.
  const Meaning& Add(const ReferenceKey& key, const Meaning& meaning) { return meanings_[key] = meaning; }

 private:
  struct Recent {
    ReferenceKey key;
    const Meaning* meaning = nullptr;
  };
  std::unordered_map<ReferenceKey, Meaning, ReferenceKeyHash> meanings_;
  std::array<Recent, 512> recent_{};
};

}  // namespace daedalus::semantics
