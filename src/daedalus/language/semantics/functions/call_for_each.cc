#include "daedalus/language/semantics/functions/call_for_each.h"

#include <algorithm>

#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/expressions/rearrange.h"
#include "daedalus/language/semantics/expressions/record_value.h"
#include "daedalus/language/semantics/functions/routine_writer.h"
#include "daedalus/language/semantics/functions/run_array.h"
#include "daedalus/language/semantics/functions/run_part.h"

namespace daedalus::semantics {
namespace {

// True if an argument with extra dimensions is an array whose size is known only during the run.
bool HasElementsOfRun(const ElementCall& call, const GivenValues& values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] && values[i]->dims.size() > call.ranks[i] && LiesInArena(*values[i])) return true;
  }
  return false;
}

// For each element, row or record of arrays whose sizes are known only during the run: the call is inside
// loops over the extra dimensions.
class CallInLoops {
 public:
  CallInLoops(Lowering& l, const ElementCall& call, const GivenValues& values)
      : l_(l), call_(call), values_(values) {}

  ElementCall::Results Run() {
    if (!FindSizes()) return std::nullopt;
    const auto promised = call_.promise(Items(true));
    if (!promised || !MakeResults(*promised)) return std::nullopt;
    WriteLoops(Constant(0.0));
    if (!is_ok_) return std::nullopt;
    return results_;
  }

 private:
  bool IsTaken(std::size_t i) const { return values_[i] && values_[i]->dims.size() > call_.ranks[i]; }

  bool FindSizes() {
    for (std::size_t i = 0; i < values_.size(); ++i) {
      if (!IsTaken(i)) continue;
      if (!HasElements(*values_[i])) {
        l_.Refuse(call_.spans[i], "this is not possible with arrays whose size is known during the run only");
        return false;
      }
      std::vector<Scalar> own = SizesOf(*values_[i]);
      own.resize(own.size() - call_.ranks[i]);
      if (!sizes_.empty()) CheckSameSizes(l_, sizes_, own);
      if (sizes_.empty()) sizes_ = std::move(own);
    }
    return true;
  }

  // The arguments of one call: items at the present subscripts, or only their types and sizes.
  GivenValues Items(bool is_blank) {
    GivenValues one = values_;
    for (std::size_t i = 0; i < one.size(); ++i) {
      if (!IsTaken(i)) continue;
      const Dims own(values_[i]->dims.end() - static_cast<std::ptrdiff_t>(call_.ranks[i]),
                     values_[i]->dims.end());
      one[i] = is_blank ? Blank(*values_[i], own) : LoadOfRun(l_, *values_[i], subscripts_);
    }
    return one;
  }

  bool MakeResults(const std::vector<Value>& promised) {
    for (const Value& like : promised) {
      bool is_known = true;
      ForEachLeaf(like, [&](const Value& leaf) { is_known = is_known && !leaf.HasUnknownSize(); });
      if (!is_known) {
        l_.Refuse(call_.span,
                  "a function is called for each element of an array of the run, and the size of its result "
                  "is known during the run only");
        return false;
      }
      results_.push_back(like.IsError() ? Value() : NewArrayOf(l_, like, sizes_));
    }
    return true;
  }

  void WriteLoops(const Scalar& offset) {
    const std::size_t d = subscripts_.size();
    if (d == sizes_.size()) return CallOnce(offset);
    WriteCounted(l_, sizes_[d], [&](const Scalar& k) {
      Selector selector;
      selector.computed = InRegister(l_, Apply(l_, expr::Op::kAdd, k, Constant(1.0)));
      subscripts_.push_back(std::move(selector));
      WriteLoops(InRegister(l_, Apply(l_, expr::Op::kAdd, Apply(l_, expr::Op::kMul, offset, sizes_[d]), k)));
      subscripts_.pop_back();
    });
  }

  void CallOnce(const Scalar& offset) {
    ArenaScope arena(l_.writer());
    const auto results = call_.run(Items(false));
    is_ok_ = results.has_value();
    for (std::size_t i = 0; is_ok_ && i < results_.size(); ++i) {
      if (!results_[i].IsError()) is_ok_ = PutItem(l_, results_[i], offset, (*results)[i], call_.span);
    }
    arena.Close();
  }

  Lowering& l_;
  const ElementCall& call_;
  const GivenValues& values_;
  std::vector<Scalar> sizes_;
  std::vector<Selector> subscripts_;
  std::vector<Value> results_;
  bool is_ok_ = true;
};

}  // namespace

ElementCall::Results CallForEach(Lowering& l, const ElementCall& call, const GivenValues& values,
                                 const Dims& extra) {
  if (WritesCode(l) && HasElementsOfRun(call, values)) return CallInLoops(l, call, values).Run();
  const auto element = [&](std::size_t at, bool is_known) {
    GivenValues one = values;
    for (std::size_t i = 0; i < one.size(); ++i) {
      if (!one[i]) continue;
      if (one[i]->dims.size() == call.ranks[i]) continue;
      const Dims own(one[i]->dims.begin() + static_cast<std::ptrdiff_t>(extra.size()), one[i]->dims.end());
      if (!is_known) {
        one[i] = Blank(*one[i], own);
        continue;
      }
      std::vector<std::size_t> offsets(static_cast<std::size_t>(NumElements(own)));
      for (std::size_t k = 0; k < offsets.size(); ++k) offsets[k] = at * offsets.size() + k;
      one[i] = Gather(*one[i], own, offsets);
    }
    return one;
  };
  const auto count = static_cast<std::size_t>(NumElements(extra));
  if (count == 0) {
    auto promised = call.promise(element(0, false));
    if (!promised) return std::nullopt;
    for (Value& value : *promised) value = Repeated(value, extra);
    return promised;
  }
  std::vector<std::vector<Value>> columns(call.num_outputs);
  for (std::size_t i = 0; i < count; ++i) {
    auto results = call.run(element(i, true));
    if (!results) return std::nullopt;
    for (std::size_t k = 0; k < columns.size(); ++k) columns[k].push_back(std::move((*results)[k]));
  }
  std::vector<Value> results;
  for (std::vector<Value>& column : columns) {
    const bool is_given =
        std::none_of(column.begin(), column.end(), [](const Value& v) { return v.IsError(); });
    results.push_back(is_given ? Stacked(l, extra, std::move(column), call.span) : Value());
  }
  return results;
}

}  // namespace daedalus::semantics
