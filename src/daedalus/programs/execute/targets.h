// Where the results of a kernel go in a workspace, or the unknowns of a loop are: quantities by order of
// derivative, so that writing them is one plain loop for each order. Where one lies behind the other, as the
// unknowns of a chain do, there is nothing to look up.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "daedalus/programs/execute/workspace.h"

namespace daedalus::execute {

class Targets {
 public:
  Targets() = default;
  explicit Targets(std::span<const Quantity> quantities) : size_(quantities.size()) {
    for (std::uint32_t i = 0; i < quantities.size(); ++i) {
      const auto& [variable, order] = quantities[i];
      places_[static_cast<std::size_t>(order)].push_back({i, variable.value});
    }
    if (places_[0].size() == size_) FindRuns();
  }

  std::size_t size() const { return size_; }
  // values[i] becomes the value of quantity i.
  void Write(std::span<const double> values, Workspace& workspace) const {
    if (!runs_.empty()) {
      for (const Run& run : runs_)
        std::copy_n(values.data() + run.value, run.count, workspace.y.data() + run.variable);
      return;
    }
    Write(places_[0], values, workspace.y);
    Write(places_[1], values, workspace.yp);
    for (std::size_t k = 0; k < workspace.higher.size(); ++k)
      Write(places_[k + 2], values, workspace.higher[k]);
  }

  // The other way.
  void Read(const Workspace& workspace, std::span<double> values) const {
    if (!runs_.empty()) {
      for (const Run& run : runs_)
        std::copy_n(workspace.y.data() + run.variable, run.count, values.data() + run.value);
      return;
    }
    Visit(workspace, [values](std::size_t i, double value) { values[i] = value; });
  }
  // use(i, value of quantity i in the workspace), by order.
  template <class SomeWorkspace, class Use>
  void Visit(SomeWorkspace& workspace, Use use) const {
    if (!runs_.empty()) {
      for (const Run& run : runs_) {
        auto* values = workspace.y.data() + run.variable;
        for (std::uint32_t i = 0; i < run.count; ++i) use(run.value + i, values[i]);
      }
      return;
    }
    const auto visit = [use](const std::vector<Place>& places, auto* values) {
      for (const auto& [value, variable] : places) use(value, values[variable]);
    };
    visit(places_[0], workspace.y.data());
    if (places_[0].size() == size_) return;  // the usual case, of few quantities mostly
    visit(places_[1], workspace.yp.data());
    for (std::size_t k = 0; k < workspace.higher.size(); ++k)
      visit(places_[k + 2], workspace.higher[k].data());
  }

 private:
  struct Place {
    std::uint32_t value, variable;
  };
  // Variables themselves, `count` of them one behind the other.
  struct Run {
    std::uint32_t value, variable, count;
  };
  static void Write(const std::vector<Place>& places, std::span<const double> values, std::span<double> to) {
    for (const auto& [value, variable] : places) to[variable] = values[value];
  }
  void FindRuns() {
    constexpr std::size_t kLeastCount = 8;  // on average: shorter ones are faster looked up one by one
    for (const auto& [value, variable] : places_[0]) {
      if (!runs_.empty() && variable == runs_.back().variable + runs_.back().count) {
        ++runs_.back().count;
      } else {
        runs_.push_back({value, variable, 1});
      }
    }
    if (runs_.size() * kLeastCount > size_) runs_.clear();
  }

  std::array<std::vector<Place>, codegen::kMaxDerivativeOrder + 1> places_;
  std::vector<Run> runs_;  // all quantities; empty if there are no long ones
  std::size_t size_ = 0;
};

}  // namespace daedalus::execute
