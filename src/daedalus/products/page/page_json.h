// The data of a page, without the values of its columns, as one JSON object. The field names are those that
// view/decode.js reads. Variables are lists of equal length, one a property, because a page may have 10^5 of
// them.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "daedalus/products/page/encode_values.h"
#include "daedalus/products/page/page_data.h"

namespace daedalus::page {

nlohmann::ordered_json PageJson(const PageData& page, const EncodedValues& values);

}  // namespace daedalus::page
