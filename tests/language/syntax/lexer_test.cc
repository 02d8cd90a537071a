#include "daedalus/language/syntax/lexer.h"

#include <gtest/gtest.h>

namespace daedalus::syntax {
namespace {

struct Lexed {
  explicit Lexed(std::string text_in) : text(std::move(text_in)), list(Lex(text, SourceFileId(0), names)) {}

  std::vector<std::string> Texts() const {
    std::vector<std::string> texts;
    for (const Token& t : list.tokens)
      texts.push_back(text.substr(t.place.begin, t.place.end - t.place.begin));
    texts.pop_back();  // the end of the file
    return texts;
  }
  TokenKind Kind(std::size_t i) const { return list.tokens[i].kind; }
  // The message of the only diagnostic.
  std::string Message() const {
    return list.diagnostics.size() == 1 ? list.diagnostics[0].message : "not exactly one";
  }
  Code OnlyCode() const { return list.diagnostics.size() == 1 ? list.diagnostics[0].code : Code::kNone; }

  std::string text;
  NameTable names;
  TokenList list;
};

TEST(Lexer, SymbolsAreAsLongAsPossible) {
  const Lexed lexed("<=<>:==== .+.-.*./.^ .a:.5");
  EXPECT_EQ(lexed.Texts(), (std::vector<std::string>{"<=", "<>", ":=", "==", "=", ".+", ".-", ".*", "./",
                                                     ".^", ".", "a", ":", ".5"}));
}

TEST(Lexer, EveryKeywordIsItsOwnKind) {
  NameTable names;
#define DAEDALUS_X(name, spelling) \
  EXPECT_EQ(Lex(spelling, SourceFileId(0), names).tokens[0].kind, TokenKind::name);
  DAEDALUS_MODELICA_KEYWORDS(DAEDALUS_X)
#undef DAEDALUS_X
  EXPECT_EQ(Lex("time", SourceFileId(0), names).tokens[0].kind, TokenKind::kIdentifier);
  EXPECT_EQ(Lex("Model", SourceFileId(0), names).tokens[0].kind, TokenKind::kIdentifier);
}

TEST(Lexer, EqualNamesHaveEqualIds) {
  const Lexed lexed("alpha beta alpha 'alpha'");
  EXPECT_EQ(lexed.list.tokens[0].name, lexed.list.tokens[2].name);
  EXPECT_NE(lexed.list.tokens[0].name, lexed.list.tokens[1].name);
  EXPECT_NE(lexed.list.tokens[0].name, lexed.list.tokens[3].name);
  EXPECT_EQ(lexed.names.Text(lexed.list.tokens[3].name), "'alpha'");
}

TEST(Lexer, ManyNamesStayApart) {
  NameTable names;
  std::vector<NameId> ids;
  for (int i = 0; i < 20000; ++i) ids.push_back(names.Intern(fmt::format("name{}", i)));
  for (int i = 0; i < 20000; ++i) {
    ASSERT_EQ(names.Find(fmt::format("name{}", i)), ids[i]);
    ASSERT_EQ(names.Text(ids[i]), fmt::format("name{}", i));
  }
  EXPECT_FALSE(names.Find("never seen").IsValid());
}

TEST(Lexer, CommentsAreKeptBesideTheTokens) {
  const Lexed lexed("a // one *\n/* two\n ** / */ b //");
  EXPECT_EQ(lexed.Texts(), (std::vector<std::string>{"a", "b"}));
  ASSERT_EQ(lexed.list.comments.size(), 3u);
  const Place second = lexed.list.comments[1].place;
  EXPECT_EQ(lexed.text.substr(second.begin, second.end - second.begin), "/* two\n ** / */");
  EXPECT_TRUE(lexed.list.diagnostics.empty());
}

TEST(Lexer, StringsMayHaveSeveralLinesAndUnicode) {
  const Lexed lexed("\"Gr\u00F6\u00DFe\n\U0001F600 \\\" // no comment\" x");
  EXPECT_EQ(lexed.Kind(0), TokenKind::kString);
  EXPECT_EQ(lexed.Kind(1), TokenKind::kIdentifier);
  EXPECT_TRUE(lexed.list.diagnostics.empty());
}

TEST(Lexer, AByteOrderMarkIsSkipped) {
  const Lexed lexed("\xEF\xBB\xBFmodel");
  EXPECT_EQ(lexed.Kind(0), TokenKind::kModel);
  EXPECT_EQ(lexed.list.tokens[0].place.begin, 3u);
  EXPECT_TRUE(lexed.list.diagnostics.empty());
}

TEST(Lexer, BytesThatAreNotUtf8AreReportedOnceAFileWithPlaceAndCount) {
  const Lexed lexed("a \"\xE4\" \"\xFC\" // \xC0\xAF\n");
  EXPECT_EQ(lexed.OnlyCode(), Code::kNotUtf8);
  EXPECT_EQ(lexed.Message(), "the byte 0xE4 is not valid UTF-8 here");
  EXPECT_EQ(lexed.list.diagnostics[0].primary.span.begin, 3u);
  EXPECT_EQ(lexed.list.diagnostics[0].notes,
            std::vector<std::string>{"3 more such bytes follow in this file"});
}

TEST(Lexer, IllFormedUtf8OfEveryKindIsSeen) {
  // A lone continuation, an overlong form, a surrogate, a value above U+10FFFF, and truncated sequences.
  for (const std::string bytes : {"\x80", "\xC1\xBF", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80",
                                  "\xF8", "\xE2\x82", "\xF0\x9F\x98"}) {
    EXPECT_EQ(Lexed(fmt::format("\"{}\"", bytes)).OnlyCode(), Code::kNotUtf8) << bytes;
    EXPECT_EQ(Lexed(bytes).OnlyCode(), Code::kNotUtf8) << bytes;
    EXPECT_EQ(Lexed(fmt::format("// {}", bytes)).OnlyCode(), Code::kNotUtf8) << bytes;
  }
}

TEST(Lexer, WhatDoesNotEndIsReportedWhereItBegins) {
  for (const std::string text : {"x \"abc", "x /* abc *", "x 'abc\n y", "x \"abc\\"}) {
    const Lexed lexed(text);
    EXPECT_EQ(lexed.OnlyCode(), Code::kUnterminated) << text;
    EXPECT_EQ(lexed.list.diagnostics[0].primary.span.begin, 2u) << text;
  }
}

TEST(Lexer, UnknownEscapesAreReportedAtTheBackslash) {
  const Lexed lexed(R"("a\'\"\?\\\a\b\f\n\r\t\v" "b\q")");
  EXPECT_EQ(lexed.OnlyCode(), Code::kBadEscape);
  EXPECT_EQ(lexed.Message(), "`\\q` is not an escape sequence");
  EXPECT_EQ(lexed.Texts().size(), 2u);
}

TEST(Lexer, CharactersOutsideTheLanguageGetOneMessageALine) {
  const Lexed lexed("a $ b $ \u201Cx\u201D\n# c");
  ASSERT_EQ(lexed.list.diagnostics.size(), 2u);
  EXPECT_EQ(lexed.list.diagnostics[0].code, Code::kBadCharacter);
  EXPECT_EQ(lexed.list.diagnostics[0].message, "`$` is not part of Modelica");
  EXPECT_EQ(lexed.list.diagnostics[1].message, "`#` is not part of Modelica");
  EXPECT_EQ(Lexed(std::string("a\0b", 3)).OnlyCode(), Code::kBadCharacter);
}

TEST(Lexer, MalformedAndOverlargeNumbersAreReported) {
  for (const std::string text : {"2x", "1e", "1e+", "1.5e", "99999999999999999999", "1e999"}) {
    EXPECT_EQ(Lexed(text).OnlyCode(), Code::kBadNumber) << text;
  }
  for (const std::string text : {"9223372036854775807", "1e308", "1e-999", "0.000000000000000000000001"}) {
    EXPECT_TRUE(Lexed(text).list.diagnostics.empty()) << text;
  }
}

}  // namespace
}  // namespace daedalus::syntax
