// What must hold of a System before anyone analyses it.
#pragma once

#include <vector>

#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/system/system.h"

namespace daedalus {

// The user's mistakes: equations and unknowns do not match in number, an unknown is in no equation or an
// equation has no unknown (D0301); parameters that depend on each other (D0302) or on something that varies
// (D0306); names that are declared twice (D0303). Empty: the System is fit for structural analysis.
std::vector<Diagnostic> Validate(const System& system);

// The last of these alone.
std::vector<Diagnostic> FindDuplicateNames(const System& system);

// Our own mistakes: the contract at the head of system.h, checked with DAEDALUS_CHECK. Linear in the size of
// the System.
void CheckInvariants(const System& system);

}  // namespace daedalus
