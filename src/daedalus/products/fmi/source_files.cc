#include "daedalus/products/fmi/source_files.h"

#include "daedalus/products/fmi/description_page.h"
#include "daedalus/products/fmi/description_xml.h"
#include "daedalus/products/fmi/names.h"
#include "daedalus/products/fmi/xml_writer.h"
#include "daedalus/products/fmi/zip_writer.h"

namespace daedalus::fmi {
namespace {

std::string BuildDescription(const FmuFacts& facts) {
  XmlWriter xml;
  xml.Open("fmiBuildDescription").Attribute("fmiVersion", "3.0");
  xml.Open("BuildConfiguration").Attribute("modelIdentifier", facts.identifier);
  xml.Open("SourceFileSet").Attribute("language", "C99");
  xml.Open("SourceFile").Attribute("name", facts.identifier + ".c").Close();
  xml.Open("IncludeDirectory").Attribute("name", ".").Close();
  xml.Close();
  xml.Open("Library").Attribute("name", "m").Close();
  xml.Close().Close();
  return xml.text();
}

}  // namespace

Result<std::string> MakeSourceFmu(const SourceModel& model, const FmuOptions& options) {
  const Interface shown = InterfaceOfSource(model);
  const std::string name = FmiName(model.description->name);
  const FmuFacts facts{.model_name = name,
                       .identifier = Identifier(name),
                       .token = TokenOf(model.code.text),
                       .tool = options.tool,
                       .has_exchange = false,
                       .internal_step = model.step};
  auto text = SourceText(model, shown, facts.token);
  if (!text) return text;
  ZipWriter zip;
  zip.Add("modelDescription.xml", DescriptionOfFmi3(shown, facts));
  zip.Add("sources/buildDescription.xml", BuildDescription(facts));
  zip.Add("sources/" + facts.identifier + ".c", *text);
  zip.Add("sources/fmi3Functions.h", kFmi3Functions);
  zip.Add("sources/fmi3FunctionTypes.h", kFmi3FunctionTypes);
  zip.Add("sources/fmi3PlatformTypes.h", kFmi3PlatformTypes);
  zip.Add("documentation/index.html", DescriptionPage(shown, facts));
  return zip.Finish();
}

}  // namespace daedalus::fmi
