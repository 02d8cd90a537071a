// Finds out which connectors are connected, from the equations that connections make.
//
// A flat model has no connections any more. Each connection equation between two potentials has a place in
// the text, `connect(a.p, b.n)`, and two variables. The number of components in an argument tells which part
// of a variable's name is the connector: a[2].p in a[2].p.v. So connections in loops are found with their
// subscripts. Connectors without potentials are found only if the arguments have no subscripts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "daedalus/products/page/page_data.h"
#include "daedalus/products/page/place_table.h"
#include "daedalus/system/system.h"

namespace daedalus::page {

std::vector<PageConnection> ConnectionsOf(const System& given, const Sources& sources, PlaceTable& places);

// The two arguments of `connect(a, b)`; nothing if the text is something else.
std::vector<std::string> ArgumentsOfConnect(std::string_view text);

// The connector of a variable, if the name begins with the instance and the argument, subscripts apart:
// ("c.r[2].p.v", "c", "r[i + 1].p") gives "c.r[2].p". Otherwise empty.
std::string ConnectorOf(std::string_view variable, std::string_view instance, std::string_view argument);

}  // namespace daedalus::page
