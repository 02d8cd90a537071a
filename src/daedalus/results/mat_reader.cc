// In the terms of mat_layout.h: read the table of contents (name, dataInfo), then lift the rows that it
// speaks of out of the data matrices. The last data matrix is the trajectory; signals of the others are
// constants.
#include <cmath>
#include <map>
#include <optional>

#include "daedalus/results/mat_matrix.h"
#include "daedalus/results/reader.h"

namespace daedalus::results {
namespace {

// A matrix of `items` (signals, or points) with `parts` numbers each, whichever way round it is stored.
struct Items {
  const MatMatrix* matrix = nullptr;
  bool transposed = false;
  std::size_t items = 0;
  std::size_t parts = 0;

  Items(const MatMatrix& m, bool is_transposed)
      : matrix(&m),
        transposed(is_transposed),
        items(is_transposed ? m.columns : m.rows),
        parts(is_transposed ? m.rows : m.columns) {}

  double At(std::size_t item, std::size_t part) const {
    return matrix->At(transposed ? item * parts + part : part * items + item);
  }
};

std::string TextOf(const Items& texts, std::size_t item) {
  std::string text;
  for (std::size_t part = 0; part < texts.parts; ++part) {
    text += static_cast<char>(static_cast<unsigned char>(texts.At(item, part)));
  }
  const std::size_t end = text.find('\0');
  if (end != std::string::npos) text.resize(end);
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

class MatReader {
 public:
  MatReader(const std::string& name, std::string_view bytes) : file_(name), split_(SplitMatrices(bytes)) {}

  Result<Trajectory> Read() {
    const MatMatrix* type = split_.Find("Aclass");
    if (!type || !type->IsComplete() || type->rows < 4) {
      return Bad("it has no matrix `Aclass`, so it is not a trajectory in MAT version 4");
    }
    const Items lines(*type, false);
    const std::string storage = TextOf(lines, 3), version = TextOf(lines, 1);
    if (TextOf(lines, 0) != "Atrajectory")
      return Bad("its `Aclass` is `{}`, not `Atrajectory`", TextOf(lines, 0));
    if (version != "1.1") return Bad("its `Aclass` says version `{}`, and only 1.1 can be read", version);
    if (storage != "binTrans" && storage != "binNormal") {
      return Bad("its `Aclass` says `{}`, which is neither `binTrans` nor `binNormal`", storage);
    }
    transposed_ = storage == "binTrans";
    if (Result<Unit> found = FindData(); !found) return Failure{std::move(found).error()};
    if (Result<Unit> time = ReadTime(); !time) return Failure{std::move(time).error()};
    if (Result<Unit> signals = ReadSignals(); !signals) return Failure{std::move(signals).error()};
    ReadColumns();
    return std::move(out_);
  }

 private:
  template <class... Args>
  Failure<std::vector<Diagnostic>> Bad(fmt::format_string<Args...> format, Args&&... args) const {
    return Fail(
        Error(Code::kBadResultFile, {}, "`{}`: {}", file_, fmt::format(format, std::forward<Args>(args)...)));
  }

  // data_1, data_2, ...; of the last one, which may still be growing, only the complete points.
  Result<Unit> FindData() {
    for (int k = 1;; ++k) {
      const MatMatrix* matrix = split_.Find(fmt::format("data_{}", k));
      if (!matrix) break;
      data_.emplace_back(*matrix, transposed_);
    }
    if (data_.empty()) return Bad("it has no matrix `data_1`");
    for (std::size_t k = 0; k < data_.size(); ++k) {
      Items& data = data_[k];
      if (data.parts == 0) return Bad("matrix `data_{}` has no row for the time", k + 1);
      if (data.matrix->IsComplete()) continue;
      if (!transposed_ || k + 1 < data_.size()) return Bad("matrix `data_{}` is cut off", k + 1);
      data.items = data.matrix->elements.size() / (data.parts * data.matrix->element_size());
      out_.warnings.push_back(Warning(Code::kIncompleteResultFile, {}, "`{}`: {} of {} points exist", file_,
                                      data.items, data.matrix->columns));
    }
    return Unit{};
  }

  Result<Unit> ReadTime() {
    const Items& data = data_.back();
    out_.time.resize(data.items);
    for (std::size_t point = 0; point < data.items; ++point) {
      const double time = out_.time[point] = data.At(point, 0);
      if (std::isnan(time)) return Bad("the time of point {} is not a number", point + 1);
      if (point > 0 && time < out_.time[point - 1]) {
        return Bad("time goes back from {} to {} at point {}", out_.time[point - 1], time, point + 1);
      }
    }
    return Unit{};
  }

  Result<Unit> ReadSignals() {
    for (const char* needed : {"name", "dataInfo"}) {
      const MatMatrix* matrix = split_.Find(needed);
      if (!matrix) return Bad("it has no matrix `{}`", needed);
      if (!matrix->IsComplete()) return Bad("matrix `{}` is cut off", needed);
    }
    const Items names(*split_.Find("name"), transposed_), info(*split_.Find("dataInfo"), transposed_);
    if (info.parts < 2) return Bad("matrix `dataInfo` has {} numbers a signal, not 4", info.parts);
    if (names.items != info.items) return Bad("{} names, but `dataInfo` for {}", names.items, info.items);
    const MatMatrix* description = split_.Find("description");
    std::optional<Items> about;
    if (description && description->IsComplete()) about.emplace(*description, transposed_);
    if (about && about->items != names.items) about.reset();
    for (std::size_t i = 0; i < names.items; ++i) {
      const double matrix = info.At(i, 0), row = info.At(i, 1);
      if (matrix == 0) continue;  // the time itself
      std::string name = TextOf(names, i);
      if (!(matrix >= 1 && matrix <= static_cast<double>(data_.size()))) {
        return Bad("`dataInfo` refers for `{}` to matrix {}, which does not exist", name, matrix);
      }
      const auto k = static_cast<std::size_t>(matrix) - 1;
      if (!(std::abs(row) >= 1 && std::abs(row) <= static_cast<double>(data_[k].parts))) {
        return Bad("`dataInfo` looks for `{}` in row {} of `data_{}`, which has {}", name, row, k + 1,
                   data_[k].parts);
      }
      AddSignal(std::move(name), about ? ReadTypeMark(TextOf(*about, i)) : SignalType{}, k,
                static_cast<std::ptrdiff_t>(row));
    }
    return Unit{};
  }

  void AddSignal(std::string name, SignalType type, std::size_t k, std::ptrdiff_t row) {
    if (k + 1 == data_.size()) {
      const auto next = static_cast<std::uint32_t>(column_of_row_.size());
      out_.names.push_back(std::move(name));
      out_.types.push_back(std::move(type));
      out_.column.push_back(column_of_row_.try_emplace(row, next).first->second);
      return;
    }
    const Items& data = data_[k];
    const double value =
        data.items == 0 ? std::nan("") : data.At(0, static_cast<std::size_t>(std::abs(row)) - 1);
    out_.constant_names.push_back(std::move(name));
    out_.constant_types.push_back(std::move(type));
    out_.constant_values.push_back(row < 0 ? -value : value);
  }

  void ReadColumns() {
    const Items& data = data_.back();
    out_.values.resize(column_of_row_.size() * data.items);
    for (const auto& [row, column] : column_of_row_) {
      const auto part = static_cast<std::size_t>(std::abs(row)) - 1;
      double* values = out_.values.data() + column * data.items;
      for (std::size_t point = 0; point < data.items; ++point) {
        values[point] = row < 0 ? -data.At(point, part) : data.At(point, part);
      }
    }
  }

  const std::string& file_;
  MatMatrices split_;
  bool transposed_ = true;
  std::vector<Items> data_;
  std::map<std::ptrdiff_t, std::uint32_t> column_of_row_;  // signed row of the last data matrix
  Trajectory out_;
};

}  // namespace

Result<Trajectory> ReadMat(const std::string& name, std::string_view bytes) {
  return MatReader(name, bytes).Read();
}

}  // namespace daedalus::results
