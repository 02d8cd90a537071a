#include "daedalus/products/ide/format.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "daedalus/language/syntax/lexer.h"

namespace daedalus::ide {
namespace {

namespace fs = std::filesystem;

std::string Formatted(const std::string& text) {
  const auto edits = Format(text);
  return edits ? Apply(text, *edits) : "not laid out";
}

// The tokens and comments of a text, one a line.
std::string Content(const std::string& text) {
  syntax::NameTable names;
  const syntax::TokenList list = syntax::Lex(text, SourceFileId(), names);
  std::string content;
  for (const syntax::Token& token : list.tokens)
    content += text.substr(token.place.begin, token.place.end - token.place.begin) + "\n";
  for (const syntax::Comment& comment : list.comments) {
    std::string own = text.substr(comment.place.begin, comment.place.end - comment.place.begin);
    own.erase(own.find_last_not_of(" \t\r") + 1);
    content += own + "\n";
  }
  return content;
}

TEST(Format, IndentsClassesSectionsAndBlocks) {
  EXPECT_EQ(Formatted(R"(model M "text"
parameter Real x=1 ;
   // a remark
      equation
if x > 0 then
 for i in 1:3 loop
y = if a then 1
else 2;
 end for;
   elseif b then
when c then
reinit(x, 0);
end when;
else
z = {1,
2};
end if;
annotation (
Icon(graphics={
Line()}),
version="1"
);
end M;
type T=Real;)"),
            R"(model M "text"
  parameter Real x=1;
  // a remark
equation
  if x > 0 then
    for i in 1:3 loop
      y = if a then 1
        else 2;
    end for;
  elseif b then
    when c then
      reinit(x, 0);
    end when;
  else
    z = {1,
      2};
  end if;
  annotation (
    Icon(graphics={
      Line()}),
    version="1"
  );
end M;
type T=Real;
)");
}

TEST(Format, KnowsTheFormsOfClasses) {
  const std::string text = R"(within A;
encapsulated package P "long" + " text"
  extends Q(redeclare package M = N);
  replaceable function f = g(x=1);
  redeclare model extends B(y=2)
    "text"
    Real x;
  end B;
  operator record C
    encapsulated operator function '+'
      input C a;
    algorithm
      while true loop
        break;
      end while;
    end '+';
  end C;
  partial function h
    input Real u;
    external "C" h(u);
  end h;
  type E = enumeration(
    a,
    b);
protected
  model M
  initial equation
    x = 1;
  initial algorithm
    y := (if a then b
      else c);
    if initial() then
      z := 1;
    else
      if true then
        z := v[end];
      end if;
    end if;
  end M;
end P;
)";
  EXPECT_EQ(Formatted(text), text);
}

TEST(Format, LeavesStringsAndCommentsAsTheyAre) {
  const std::string text =
      "model M\n  annotation (Documentation(info=\"<html>\n\n\n one   \n   two ;\n</html>\"));\n  /* a\n     "
      "  b  \n*/\nend M;\n";
  EXPECT_EQ(Formatted(text), text);
  EXPECT_EQ(Formatted("model M\r\nReal x;\r\n\r\n\r\nend M;\r\n"), "model M\r\n  Real x;\r\n\r\nend M;\r\n");
  EXPECT_EQ(Formatted(""), "");
}

TEST(Format, RefusesWhatItCannotRead) {
  EXPECT_FALSE(Format("model M\n Real x\nequation = 1 end M;"));
}

// Each file below a folder: laid out, it has the same tokens and comments, and stays as it is. Returns their
// number.
int CheckFilesBelow(const std::string& folder) {
  int num_files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".mo") continue;
    std::ifstream in(entry.path());
    std::stringstream read;
    read << in.rdbuf();
    const std::string once = Formatted(read.str());
    if (once == "not laid out") continue;
    ++num_files;
    EXPECT_EQ(Content(once), Content(read.str())) << entry.path();
    EXPECT_EQ(Formatted(once), once) << entry.path();
  }
  return num_files;
}

TEST(Format, OurModelsKeepTheirMeaningAndAFixpoint) {
  EXPECT_GT(CheckFilesBelow(DAEDALUS_SOURCE_DIR "/models") + CheckFilesBelow(DAEDALUS_SOURCE_DIR "/examples"),
            50);
}

TEST(Format, TheStandardLibraryKeepsItsMeaningAndAFixpoint) {
  const char* path = std::getenv("MODELICAPATH");
  const fs::path library = fs::path(path == nullptr ? "" : path) / "Modelica";
  if (path == nullptr || !fs::exists(library)) GTEST_SKIP() << "there is no Modelica library";
  EXPECT_GT(CheckFilesBelow(library.string()), 500);
}

}  // namespace
}  // namespace daedalus::ide
