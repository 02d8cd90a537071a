// Which connectors are connected, found in the equations that connections make.
//
// A flat model has no connections any more. Each of their equations between two potentials knows its place,
// the text `connect(a.p, b.n)`, and two variables. The arguments say how many components of the names of the
// variables name the connector: a[2].p of a[2].p.v. So connections in loops are found with their subscripts.
// Connectors without potentials are found only where the arguments have no subscripts.
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
