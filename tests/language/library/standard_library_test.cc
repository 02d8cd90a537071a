// The Modelica Standard Library, when MODELICAPATH leads to it.
#include "daedalus/base/read_file.h"
#include "daedalus/language/library/list_library.h"
#include "daedalus/language/library/resource_uri.h"
#include "library_testing.h"

namespace daedalus::library {
namespace {

class StandardLibrary : public StoreTest {
 protected:
  void SetUp() override {
    Open(LibraryPath({}));
    if (!Find("Modelica").IsValid()) GTEST_SKIP() << "no Modelica Standard Library in MODELICAPATH";
  }
};

// The classes in a text, without those in modifiers: by the nodes of its tree.
std::size_t CountInFile(const std::string& file) {
  Sources sources;
  syntax::NameTable names;
  const syntax::Tree tree = syntax::Parse(sources, sources.Add(file, *ReadFile(file)), names).tree;
  std::size_t count = tree.NumNodes<syntax::ClassDefinition>();
  for (std::size_t i = 0; i < tree.NumNodes<syntax::Modifier>(); ++i)
    count -= tree[syntax::ModifierId(i)].kind == syntax::ModifierKind::kClass;
  return count;
}

// Those of all files of a package; a directory that is none (Resources) may have .mo files for other uses.
std::size_t CountInDirectory(const std::string& directory) {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory)) {
    const bool is_class =
        entry.path().extension() == ".mo" && IsFile(entry.path().parent_path() / "package.mo");
    if (is_class) count += CountInFile(entry.path().string());
  }
  return count;
}

TEST_F(StandardLibrary, AResistorIsFoundInFiveFiles) {
  ASSERT_TRUE(Find("Modelica.Electrical.Analog.Basic.Resistor").IsValid());
  EXPECT_EQ(Files().size(), 5u);
  EXPECT_EQ(Messages(), Strings{});
}

TEST_F(StandardLibrary, EveryClassHasAPlaceAndNoMessage) {
  std::size_t num_classes = 0, num_in_files = 0;
  for (const char* top : {"Modelica", "Complex", "ModelicaServices"}) {
    const ClassId root = Find(top);
    ASSERT_TRUE(root.IsValid()) << top;
    num_in_files += store().directory(root).empty() ? CountInFile(sources_->Name(store().tree(root).file()))
                                                    : CountInDirectory(store().directory(root));
    std::vector<ClassId> open = {root};
    while (!open.empty()) {
      const ClassId at = open.back();
      open.pop_back();
      ++num_classes;
      EXPECT_EQ(store().Of(store().tree(at), store().definition_id(at)), at);
      for (const ClassId child : store().Children(at)) {
        EXPECT_EQ(store().parent(child), at);
        open.push_back(child);
      }
    }
  }
  EXPECT_EQ(num_classes, num_in_files);
  EXPECT_EQ(Messages(), Strings{});
}

// 534 classes have an experiment of their own: counted in the texts by a script.
TEST_F(StandardLibrary, EveryExampleIsListed) {
  const ClassId modelica = Find("Modelica");
  if (VersionOf(store().tree(modelica), store().definition(modelica)) != "4.1.0")
    GTEST_SKIP() << "the number is that of version 4.1.0";
  std::size_t num_models = 0;
  for (const ListedClass& listed : ListLibrary(store(), modelica)) num_models += !listed.is_package;
  EXPECT_EQ(num_models, 534u);
}

TEST_F(StandardLibrary, ItsResourcesAreFound) {
  const auto table = ResolveResource(store(), "modelica://Modelica/Resources/Data/Tables/test.txt");
  ASSERT_TRUE(table.ok());
  EXPECT_TRUE(IsFile(*table)) << *table;
  EXPECT_EQ(Files().size(), 1u);
}

}  // namespace
}  // namespace daedalus::library
