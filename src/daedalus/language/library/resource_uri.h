// Addresses of files that belong to a library: pictures, tables, C sources (Modelica 3.6, section 13.5).
//
//   modelica://A.B/Resources/x.txt   the file Resources/x.txt of the package A.B
//   modelica:/A.B/Resources/x.txt    the same, as newer texts write it
//   file:///tmp/x.txt                a file
//   /tmp/x.txt, x.txt                a file, by its path
//
// The files of A.B are in the directory of A, below B, whether B is a directory, a file B.mo, or is in the
// text of A; those of a package that is a file A.mo are beside it. %20 and the like are read as in every
// address.
#pragma once

#include <string>
#include <string_view>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/language/library/class_store.h"

namespace daedalus::library {

// The absolute path; it ends with a slash exactly if the address does. Fails at `place` with kBadResource if
// the address leads nowhere, and with kUnknownClass if the package does not exist. A file of a library must
// exist; a path may name a file that is still to be written.
Result<std::string> ResolveResource(ClassStore& store, std::string_view uri, Span place = {});

}  // namespace daedalus::library
