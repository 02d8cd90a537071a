// The names of results, and where the values of each are found. All runs of one variant of a model share
// them.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "daedalus/model/compile/given_model.h"
#include "daedalus/model/description.h"

namespace daedalus::python {

struct ResultName {
  std::string name, unit, description;
  model::VariableType type = model::VariableType::kReal;
  std::string enumeration;  // the full name of the type
  enum class Kind : std::uint8_t {
    kColumn,     // a value of each point
    kParameter,  // GivenModel::parameters
    kConstant,   // GivenModel::alias_values
  };
  Kind kind = Kind::kColumn;
  std::uint32_t index = 0;
  int sign = 1;
};

class ResultNames {
 public:
  explicit ResultNames(const compile::GivenModel& given);

  const std::vector<ResultName>& all() const { return all_; }
  // nullptr if there is none of that name.
  const ResultName* Find(std::string_view name) const;
  std::string HintFor(std::string_view name) const;

 private:
  std::vector<ResultName> all_;
  std::unordered_map<std::string_view, std::size_t> places_;  // views of the names in all_
};

// Names by the equations that they belong to. Several threads may ask at once.
class ResultNamesCache {
 public:
  std::shared_ptr<const ResultNames> For(const compile::GivenModel& given);

 private:
  // More variants than a model keeps are not needed at once.
  static constexpr std::size_t kMost = 16;
  struct Known {
    std::shared_ptr<const System> system;  // kept, so that no other one has its address
    std::shared_ptr<const ResultNames> names;
  };
  std::mutex mutex_;
  std::vector<Known> known_;
};

}  // namespace daedalus::python
