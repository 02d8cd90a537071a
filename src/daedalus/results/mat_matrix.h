// The matrices of a MAT version 4 file, as views into its bytes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/results/mat_layout.h"

namespace daedalus::results {

struct MatMatrix {
  std::string_view name;
  std::size_t rows = 0;
  std::size_t columns = 0;
  MatFormat format = MatFormat::kDouble;
  bool swap_bytes = false;    // of the other byte order than this machine's
  std::string_view elements;  // by columns; shorter than it should be in a file that was cut

  std::size_t element_size() const;
  bool IsComplete() const { return elements.size() >= rows * columns * element_size(); }
  // The element at `index` in the order of the file, as a number.
  double At(std::size_t index) const;
};

// All matrices up to the end, or up to bytes that are no matrix (`rest` tells how many those are).
struct MatMatrices {
  std::vector<MatMatrix> matrices;
  std::size_t rest = 0;

  const MatMatrix* Find(std::string_view name) const;
};
MatMatrices SplitMatrices(std::string_view bytes);

}  // namespace daedalus::results
