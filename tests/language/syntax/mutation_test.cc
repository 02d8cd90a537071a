// Damaged texts: the parser must neither crash nor hang, must report something when it drops something, and
// what it returns must be a tree that can be printed.
#include <gtest/gtest.h>

#include "daedalus/language/syntax/lexer.h"
#include "daedalus/language/syntax/unparse.h"
#include "random_program.h"
#include "syntax_testing.h"

namespace daedalus::syntax {
namespace {

std::vector<std::string> TokenTexts(const std::string& text) {
  NameTable names;
  std::vector<std::string> texts;
  for (const Token& t : Lex(text, SourceFileId(0), names).tokens) {
    texts.push_back(text.substr(t.place.begin, t.place.end - t.place.begin));
  }
  return texts;
}

std::string Join(const std::vector<std::string>& texts) {
  return fmt::format("{}", fmt::join(texts, " "));
}

void ExpectSane(const std::string& text) {
  const Parsed parsed(text);
  for (const Diagnostic& d : parsed.diagnostics()) {
    ASSERT_LE(d.primary.span.begin, d.primary.span.end);
    ASSERT_LE(d.primary.span.end, text.size());
    ASSERT_FALSE(d.message.empty());
  }
  const std::string printed = Unparse(parsed.tree());
  if (!parsed.ok()) return;
  const Parsed again(printed);
  ASSERT_TRUE(again.ok()) << text << "\n" << printed << "\n" << again.AllMessages();
}

constexpr std::string_view kSample = R"(within A; package P "text" import B.{C, D};
  model M extends N(redeclare model X = Y, z(start = 1) = 2); parameter Real[2] a[3] = {1, 2} if b "d" annotation(E());
  protected type F = enumeration(g, h); initial equation a = 0;
  equation der(x) = -k*x^2 + [1, 2; 3, 4]*f(y, n = function q(r = 1)); connect(u.v[end], w);
    if a then b = c; elseif d then else e = 1; end if; for i in 1:n, j loop when s then t = 1; elsewhen o then end when; end for;
  algorithm (a, , b) := f(x); while true loop break; return; end while; x := {i for i in 1:2}; // comment
  annotation(Icon(graphics = {Line()})); end M; function f = der(g, x); /* c */ function h external "C" y = e(x); end h; end P;
)";

TEST(Mutation, EveryTruncationOfASampleIsSane) {
  ASSERT_TRUE(Parsed(kSample).ok()) << Parsed(kSample).AllMessages();
  for (std::size_t n = 0; n <= kSample.size(); ++n) ExpectSane(std::string(kSample.substr(0, n)));
}

TEST(Mutation, EverySingleTokenDeletedDoubledOrSwappedIsSaneAndSaysLittle) {
  const std::vector<std::string> tokens = TokenTexts(std::string(kSample));
  for (std::size_t i = 0; i + 2 < tokens.size(); ++i) {
    std::vector<std::string> deleted = tokens, doubled = tokens, swapped = tokens;
    deleted.erase(deleted.begin() + static_cast<std::ptrdiff_t>(i));
    doubled.insert(doubled.begin() + static_cast<std::ptrdiff_t>(i), tokens[i]);
    std::swap(swapped[i], swapped[i + 1]);
    for (const auto* mutant : {&deleted, &doubled, &swapped}) ExpectSane(Join(*mutant));
    // One token on one long line; cascades would show as many messages.
    EXPECT_LE(Parsed(Join(deleted)).diagnostics().size(), 5u)
        << "without token " << i << " `" << tokens[i] << "`";
  }
}

TEST(Mutation, RandomProgramsWithRandomTokenDamageAreSane) {
  std::mt19937_64 engine(11);
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    std::vector<std::string> tokens = TokenTexts(RandomProgram(seed).File());
    if (tokens.size() > 3000) continue;
    for (int damage = 0; damage < 3; ++damage) {
      const std::size_t i = engine() % tokens.size();
      const std::size_t j = engine() % tokens.size();
      switch (engine() % 3) {
        case 0:
          tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(i));
          break;
        case 1:
          tokens.insert(tokens.begin() + static_cast<std::ptrdiff_t>(i), tokens[j]);
          break;
        default:
          std::swap(tokens[i], tokens[j]);
      }
      if (tokens.empty()) break;
      ExpectSane(Join(tokens));
    }
  }
}

TEST(Mutation, RandomBytesAreSane) {
  std::mt19937_64 engine(5);
  for (int i = 0; i < 1000; ++i) {
    std::string text(engine() % 200, ' ');
    for (char& c : text) c = static_cast<char>(engine());
    ExpectSane(text);
    std::string sample(kSample);
    for (int k = 0; k < 5; ++k) sample[engine() % sample.size()] = static_cast<char>(engine());
    ExpectSane(sample);
  }
}

TEST(Mutation, ManyErrorsTakeLinearTime) {
  std::string text = "model M\nequation\n";
  for (int i = 0; i < 20000; ++i) text += "  x = [1, 2 3; (;\n  if then ) ] end when;\n";
  const Parsed parsed(text + "end M;");
  EXPECT_GE(parsed.diagnostics().size(), 20000u);
}

}  // namespace
}  // namespace daedalus::syntax
