// Comments are not nodes; they are written back by their place in the source, between items and never inside
// one.
#include "daedalus/language/syntax/unparse_context.h"

namespace daedalus::syntax {
namespace {

bool IsLineComment(std::string_view comment) {
  return comment.starts_with("//");
}

}  // namespace

void WriteCommentsBefore(UnparseContext& u, std::uint32_t offset) {
  const std::vector<Comment>& comments = u.tree.comments();
  for (; u.next_comment < comments.size(); ++u.next_comment) {
    const Place place = comments[u.next_comment].place;
    if (place.begin >= offset) return;
    u.out.WriteVerbatim(u.tree.Text(place));
    u.out.EndLine();
  }
}

void EndItem(UnparseContext& u, std::uint32_t offset) {
  if (u.detail == Detail::kPart) return u.out.EndLine();
  const std::string_view text = u.tree.text();
  const std::size_t line_end = std::min(text.find('\n', offset), text.size());
  const std::vector<Comment>& comments = u.tree.comments();
  for (; u.next_comment < comments.size(); ++u.next_comment) {
    const Place place = comments[u.next_comment].place;
    if (place.begin >= line_end) break;
    if (!u.out.AtLineBegin()) u.Write("  ");
    u.out.WriteVerbatim(u.tree.Text(place));
    if (IsLineComment(u.tree.Text(place))) u.out.EndLine();
  }
  if (!u.out.AtLineBegin()) u.out.EndLine();
}

}  // namespace daedalus::syntax
