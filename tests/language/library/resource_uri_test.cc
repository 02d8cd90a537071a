// Addresses of resources to paths.
#include "daedalus/language/library/resource_uri.h"

#include "library_testing.h"

namespace daedalus::library {
namespace {

class ResourceUri : public StoreTest {
 protected:
  void SetUp() override {
    Write("A 1.2/package.mo",
          "package A package InText end InText; model 'a/b' end 'a/b'; annotation(version=\"1.2\"); end A;");
    Write("A 1.2/InFile.mo", "within A; package InFile package Deep end Deep; end InFile;");
    Write("A 1.2/Sub/package.mo", "within A; package Sub end Sub;");
    for (const char* file :
         {"A 1.2/Resources/x y.txt", "A 1.2/Resources/100%.txt", "A 1.2/InText/t.txt", "A 1.2/InFile/f.txt",
          "A 1.2/InFile/Deep/d.txt", "A 1.2/Sub/s.txt", "beside.txt"})
      Write(file, "");
    Write("F.mo", "package F end F;");
  }
  // The path within the folder, or the code and the message.
  std::string Resolved(const std::string& uri) {
    const auto path = ResolveResource(store(), uri);
    if (path) return path->starts_with(Path() + "/") ? path->substr(Path().size() + 1) : *path;
    EXPECT_EQ(path.error().size(), 1u);
    return fmt::format("D{:04}: {}", static_cast<int>(path.error()[0].code), path.error()[0].message);
  }
};

TEST_F(ResourceUri, AFileOfAPackageIsInItsDirectory) {
  EXPECT_EQ(Resolved("modelica://A/Resources/x%20y.txt"), "A 1.2/Resources/x y.txt");
  EXPECT_EQ(Resolved("modelica:/A/Resources/x y.txt"), "A 1.2/Resources/x y.txt");
  EXPECT_EQ(Resolved("Modelica://A/Resources/x%20y.txt"), "A 1.2/Resources/x y.txt");
  EXPECT_EQ(Resolved("modelica://A/Resources/100%25.txt"), "A 1.2/Resources/100%.txt");
}

// "regardless of whether Modelica.Mechanics is stored in package.mo, Mechanics.mo or Mechanics/package.mo"
TEST_F(ResourceUri, ItDoesNotMatterHowThePackageIsStored) {
  EXPECT_EQ(Resolved("modelica://A.InText/t.txt"), "A 1.2/InText/t.txt");
  EXPECT_EQ(Resolved("modelica://A.InFile/f.txt"), "A 1.2/InFile/f.txt");
  EXPECT_EQ(Resolved("modelica://A.InFile.Deep/d.txt"), "A 1.2/InFile/Deep/d.txt");
  EXPECT_EQ(Resolved("modelica://A.Sub/s.txt"), "A 1.2/Sub/s.txt");
  EXPECT_EQ(Resolved("modelica://F/beside.txt"), "beside.txt");
}

TEST_F(ResourceUri, ADirectoryEndsAsTheAddressDoes) {
  EXPECT_EQ(Resolved("modelica://A/Resources"), "A 1.2/Resources");
  EXPECT_EQ(Resolved("modelica://A/Resources/"), "A 1.2/Resources/");
  EXPECT_EQ(Resolved("modelica://A/"), "A 1.2/");
}

TEST_F(ResourceUri, FilesHaveTheirPath) {
  EXPECT_EQ(Resolved("file:///no/such/x%20y.txt"), "/no/such/x y.txt");
  EXPECT_EQ(Resolved("file://localhost/no/x.txt"), "/no/x.txt");
  EXPECT_EQ(Resolved("file:/no/x.txt"), "/no/x.txt");
  EXPECT_EQ(Resolved("/no/such/100%.txt"), "/no/such/100%.txt");
  EXPECT_EQ(Resolved("x.txt"), (std::filesystem::current_path() / "x.txt").string());
  EXPECT_EQ(Resolved(""), "") << "no file is meant";
}

TEST_F(ResourceUri, WhatLeadsNowhereIsReported) {
  EXPECT_EQ(Resolved("modelica://A/Resources/z.txt"),
            "D0012: `modelica://A/Resources/z.txt` does not exist: no file `" +
                Path("A 1.2/Resources/z.txt") + "`");
  EXPECT_EQ(Resolved("modelica://A.Nothing/z.txt"), "D0005: there is no class `A.Nothing`");
  EXPECT_EQ(Resolved("modelica:///z.txt"), "D0005: there is no class ``");
  EXPECT_EQ(Resolved("modelica://A.Sub"), "D0012: `modelica://A.Sub` names a class, and no file of it");
  EXPECT_EQ(Resolved("modelica://A/Sub/s.txt"),
            "D0012: `Sub` is a class of `A`, and no directory of resources");
  EXPECT_EQ(Resolved("modelica://A/Resources/100%.txt"),
            "D0012: `modelica://A/Resources/100%.txt` has a % without two hexadecimal digits after it");
  EXPECT_EQ(Resolved("file:///100%2"),
            "D0012: `file:///100%2` has a % without two hexadecimal digits after it");
  EXPECT_EQ(Resolved("file://server/x.txt"), "D0012: `file://server/x.txt` is on another machine, `server`");
  EXPECT_EQ(Resolved("ftp://server/x.txt").substr(0, 40), "D0012: `ftp://server/x.txt` is of a kind");
}

TEST_F(ResourceUri, AQuotedNameIsWrittenWithPercentSigns) {
  EXPECT_EQ(
      Resolved("modelica://A.%27a%2Fb%27/z.txt"),
      "D0012: `modelica://A.%27a%2Fb%27/z.txt` does not exist: no file `" + Path("A 1.2/'a/b'/z.txt") + "`");
}

}  // namespace
}  // namespace daedalus::library
