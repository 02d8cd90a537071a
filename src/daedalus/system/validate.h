// Checks a System before it is analysed.
#pragma once

#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/system/system.h"

namespace daedalus {

// Mistakes of the user: the numbers of equations and unknowns differ, an unknown is in no equation, or an
// equation has no unknown (D0301); parameters depend on each other (D0302) or on something that varies
// (D0306); names are declared twice (D0303). Empty: the System is ready for structural analysis.
std::vector<Diagnostic> Validate(const System& system);

// Only the last of these checks.
std::vector<Diagnostic> FindDuplicateNames(const System& system);

// Our own mistakes: the contract at the head of system.h, checked with DAEDALUS_CHECK. Takes linear time.
void CheckInvariants(const System& system);

}  // namespace daedalus
