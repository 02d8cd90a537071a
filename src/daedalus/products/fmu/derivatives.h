// Finds the variables of an FMU in the Jacobians of an Instance (model/responses.h).
//
// A known is a state, an input or a parameter; an unknown is any variable. The importer may mix them in one
// call. So a product is a sum over the kinds of knowns, and its results are collected from the kinds of
// unknowns.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "daedalus/model/instance.h"
#include "daedalus/products/fmi/interface.h"

namespace daedalus::fmu {

class Places {
 public:
  // `shown_states`: the places of the states of the FMU among those of the instance.
  Places(model::Instance& instance, const fmi::Interface& shown, std::vector<std::size_t> shown_states);

  Result<Unit> Forward(std::span<const std::uint32_t> unknowns, std::span<const std::uint32_t> knowns,
                       std::span<const double> seed, std::span<double> out);
  Result<Unit> Backward(std::span<const std::uint32_t> unknowns, std::span<const std::uint32_t> knowns,
                        std::span<const double> seed, std::span<double> out);

 private:
  // A position in a Jacobian. The variable equals `sign` times the entry there; a sign of 0 means that there
  // is no entry.
  template <class Kind>
  struct Place {
    Kind kind{};
    std::size_t index = 0;
    double sign = 1;
  };
  using Row = Place<model::ResponseOf>;
  using Column = Place<model::ResponseTo>;
  template <class Place, class Kind>
  Place PlaceOfState(std::size_t k, Kind kind) const;
  Result<Row> RowOf(std::uint32_t reference) const;
  Result<Column> ColumnOf(std::uint32_t reference) const;
  Result<std::vector<Row>> Rows(std::span<const std::uint32_t> unknowns) const;
  Result<std::vector<Column>> Columns(std::span<const std::uint32_t> knowns) const;

  model::Instance& instance_;
  const fmi::Interface& shown_;
  std::vector<std::size_t> shown_states_;
  std::unordered_map<std::string, Column> columns_;  // by the names of states, inputs and parameters
  std::size_t num_quantities_ = 0;
};

}  // namespace daedalus::fmu
