// Kinds of classes that have rules in common (their words: syntax::TextOf).
#pragma once

#include "daedalus/language/syntax/class_nodes.h"

namespace daedalus::scope {

inline bool IsFunctionKind(syntax::ClassKind kind) {
  return kind == syntax::ClassKind::kFunction || kind == syntax::ClassKind::kOperatorFunction;
}
inline bool IsRecordKind(syntax::ClassKind kind) {
  return kind == syntax::ClassKind::kRecord || kind == syntax::ClassKind::kOperatorRecord;
}
inline bool IsConnectorKind(syntax::ClassKind kind) {
  return kind == syntax::ClassKind::kConnector || kind == syntax::ClassKind::kExpandableConnector;
}
// Classes with behaviour: they have equations, and no values.
inline bool IsModelKind(syntax::ClassKind kind) {
  return kind == syntax::ClassKind::kModel || kind == syntax::ClassKind::kBlock;
}

}  // namespace daedalus::scope
