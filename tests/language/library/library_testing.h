// A folder with files of a library, and a store that reads them.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "daedalus/base/diagnostics/render.h"
#include "daedalus/language/library/class_store.h"
#include "daedalus/language/syntax/parse.h"

namespace daedalus::library {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "daedalus-library-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) ADD_FAILURE() << "cannot create " << name;
    path_ = std::filesystem::canonical(name);
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  std::string Path(const std::string& name = "") const { return name.empty() ? path_ : path_ / name; }
  void Write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name, std::ios::binary) << text;
  }

 private:
  std::filesystem::path path_;
};

// A store whose libraries are in a folder of its own, and what it said.
class StoreTest : public testing::Test {
 protected:
  void Write(const std::string& name, const std::string& text) { folder_.Write(name, text); }
  std::string Path(const std::string& name = "") { return folder_.Path(name); }
  // A new store with these directories on its path.
  void Open(std::vector<std::string> path) {
    sources_ = std::make_unique<Sources>();
    names_ = std::make_unique<syntax::NameTable>();
    diagnostics_.Take();
    store_ = std::make_unique<ClassStore>(*sources_, *names_, std::move(path), diagnostics_);
  }
  Sources& sources() { return *sources_; }
  ClassStore& store() {
    if (!store_) Open({Path()});
    return *store_;
  }
  // A tree without a file.
  const syntax::Tree& Parse(const std::string& text) {
    store();
    auto parsed = syntax::Parse(*sources_, sources_->Add("text", text), *names_);
    EXPECT_TRUE(parsed.ok());
    trees_.push_back(std::move(parsed.tree));
    return trees_.back();
  }
  ClassId Find(const std::string& name) { return store().Find(name); }
  // Its file relative to the folder, or "none".
  std::string FileOf(const std::string& name) {
    const ClassId id = Find(name);
    return id.IsValid() ? Relative(sources_->Name(store().tree(id).file())) : "none";
  }
  // The files that were read, in this order.
  std::vector<std::string> Files() {
    std::vector<std::string> files;
    for (std::size_t i = 0; i < sources_->size(); ++i)
      files.push_back(Relative(sources_->Name(SourceFileId(i))));
    return files;
  }
  std::vector<std::string> NamesOfChildren(const std::string& name) {
    std::vector<std::string> out;
    for (const ClassId id : store().Children(Find(name))) out.push_back(store().FullName(id));
    return out;
  }
  // "D0008 `marked text`: message" of everything reported so far; then it is forgotten.
  std::vector<std::string> Messages() {
    std::vector<std::string> out;
    for (const Diagnostic& d : diagnostics_.Take()) {
      std::string message = d.message;
      for (std::size_t at; (at = message.find(Path() + "/")) != std::string::npos;)
        message.erase(at, Path().size() + 1);
      out.push_back(fmt::format("{}{:04} `{}`: {}", d.severity == Severity::kError ? "D" : "W",
                                static_cast<int>(d.code), sources_->Text(d.primary.span), message));
    }
    return out;
  }
  bool HasErrors() { return diagnostics_.HasErrors(); }

  using Strings = std::vector<std::string>;
  Diagnostics diagnostics_;
  std::unique_ptr<Sources> sources_;
  std::unique_ptr<syntax::NameTable> names_;

 private:
  std::string Relative(const std::string& file) {
    return file.starts_with(Path() + "/") ? file.substr(Path().size() + 1) : file;
  }
  TemporaryFolder folder_;
  std::deque<syntax::Tree> trees_;
  std::unique_ptr<ClassStore> store_;
};

}  // namespace daedalus::library
