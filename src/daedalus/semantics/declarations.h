// Stage 1: the components of a class become symbols.
#pragma once

#include "daedalus/semantics/context.h"

namespace daedalus::semantics {

// Reports what is declared twice, of an unknown type, or of a kind that is not supported yet. Names whose
// declaration has a mistake are remembered, so that their uses are not reported as well.
void CollectDeclarations(Context& context, const syntax::ClassDefinition& definition);

}  // namespace daedalus::semantics
