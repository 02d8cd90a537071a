// Where the results of a kernel go in a workspace, or the unknowns of a loop are: quantities by order of derivative, so
// that writing them is one plain loop for each order.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "daedalus/execute/workspace.h"

namespace daedalus::execute {

class Targets {
 public:
  Targets() = default;
  explicit Targets(std::span<const Quantity> quantities) : size_(quantities.size()) {
    for (std::uint32_t i = 0; i < quantities.size(); ++i) {
      const auto& [variable, order] = quantities[i];
      places_[static_cast<std::size_t>(order)].push_back({i, variable.value});
    }
  }

  std::size_t size() const { return size_; }
  // values[i] becomes the value of quantity i.
  void Write(std::span<const double> values, Workspace& workspace) const {
    Write(places_[0], values, workspace.y);
    Write(places_[1], values, workspace.yp);
    for (std::size_t k = 0; k < workspace.higher.size(); ++k)
      Write(places_[k + 2], values, workspace.higher[k]);
  }

  // The other way.
  void Read(const Workspace& workspace, std::span<double> values) const {
    Visit(workspace, [values](std::size_t i, double value) { values[i] = value; });
  }
  // use(i, value of quantity i in the workspace), by order.
  template <class SomeWorkspace, class Use>
  void Visit(SomeWorkspace& workspace, Use use) const {
    const auto visit = [use](const std::vector<Place>& places, auto* values) {
      for (const auto& [value, variable] : places) use(value, values[variable]);
    };
    visit(places_[0], workspace.y.data());
    if (places_[0].size() == size_) return;  // the usual case, of few quantities mostly
    visit(places_[1], workspace.yp.data());
    for (std::size_t k = 0; k < workspace.higher.size(); ++k) visit(places_[k + 2], workspace.higher[k].data());
  }

 private:
  struct Place {
    std::uint32_t value, variable;
  };
  static void Write(const std::vector<Place>& places, std::span<const double> values, std::span<double> to) {
    for (const auto& [value, variable] : places) to[variable] = values[value];
  }

  std::array<std::vector<Place>, codegen::kMaxDerivativeOrder + 1> places_;
  std::size_t size_ = 0;
};

}  // namespace daedalus::execute
