#include "daedalus/products/cli/arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "daedalus/base/glob.h"
#include "daedalus/base/nearest_name.h"
#include "daedalus/products/cli/exit_codes.h"
#include "daedalus/products/cli/version.h"

namespace daedalus::cli {
namespace {

constexpr const char* kFilesHelp = ".mo files, directories with package.mo, FMUs, or - for standard input";

// A repeatable option takes one value each time, so that a FILE after it is still a file (allow_extra_args).
void AddLibraryOption(CLI::App& command, std::vector<std::string>& libraries) {
  command
      .add_option("--library", libraries, "where packages are searched for, before MODELICAPATH (repeatable)")
      ->allow_extra_args(false);
}

// Options that take one of a few names.
template <class Choice>
std::map<std::string, Choice> ByName(std::span<const Choice> choices) {
  std::map<std::string, Choice> out;
  for (const Choice choice : choices) out.emplace(NameOf(choice), choice);
  return out;
}
template <class Choice>
std::map<std::string, Choice> ByName(std::initializer_list<Choice> choices) {
  return ByName(std::span<const Choice>(choices.begin(), choices.size()));
}

// Empty if the word is one of these choices. (CLI11 has such a check, but reports mistakes in its own terms.)
template <class Choice>
std::string WhyNoneOf(const std::map<std::string, Choice>& choices, const std::string& word) {
  if (choices.contains(word)) return {};
  std::vector<std::string> names;
  for (const auto& [name, choice] : choices) names.push_back(name);
  return fmt::format("`{}` is not one of {}", word, fmt::join(names, ", "));
}

// The choice that the word of an option names.
template <class Choice>
CLI::Validator OneOf(const std::map<std::string, Choice>& choices) {
  const auto choose = [&choices](std::string& word) -> std::string {
    if (std::string why = WhyNoneOf(choices, word); !why.empty()) return why;
    word = std::to_string(static_cast<int>(choices.at(word)));
    return {};
  };
  return CLI::Validator(choose, "");
}

void AddUnitsOption(CLI::App& command, driver::ModelOptions& model) {
  static const std::map<std::string, semantics::UnitCheck> checks = {{"off", semantics::UnitCheck::kOff},
                                                                     {"own", semantics::UnitCheck::kOwn},
                                                                     {"all", semantics::UnitCheck::kAll}};
  command
      .add_option("--units", model.unit_check,
                  "where to warn about mixed units: own (the given files), all (libraries too), off")
      ->transform(OneOf(checks))
      ->default_str("own");
}

void AddModelOptions(CLI::App& command, driver::ModelOptions& model) {
  command.add_option("FILE", model.files, kFilesHelp);
  command.add_option("--model", model.model, "full name of the class; default: the last model of the files");
  AddLibraryOption(command, model.libraries);
  command.add_flag("--allow-external", model.allow_external,
                   "unknown external functions may be loaded from libraries, or compiled, and called");
  command.add_option("--set", model.settings, "NAME=VALUE: a parameter or start value (repeatable)")
      ->allow_extra_args(false);
  command.add_flag("--steady", model.steady,
                   "start at rest: der(x) = 0 for every x whose start value is not fixed");
  AddUnitsOption(command, model);
}

// Options of both commands that look at the structure.
void AddLoopOptions(CLI::App& command, bool& keep_aliases, causal::TearingAlgorithm& tearing,
                    std::optional<causal::BlockMethod>& loops) {
  using Tearing = causal::TearingAlgorithm;
  using Method = causal::BlockMethod;
  static const auto algorithms = ByName(
      {Tearing::kGreedy, Tearing::kHeuristic, Tearing::kWideHeuristic, Tearing::kExact, Tearing::kNone});
  static const auto methods = ByName({Method::kRelaxation, Method::kTorn, Method::kDense, Method::kSparse});
  command.add_flag("--keep-aliases", keep_aliases, "do not eliminate the equations a = b and a = constant");
  command
      .add_option("--tearing", tearing,
                  "how loops are torn: greedy, 7.4, 8.9 (Cellier & Kofman), exact, none")
      ->transform(OneOf(algorithms))
      ->default_str("greedy");
  command
      .add_option("--loops", loops,
                  "how loops are solved: relaxation, torn, dense, sparse; default: the cheapest")
      ->transform(OneOf(methods));
}

// What --constraints selects. Two methods of the literature also determine how the integrator sees the model
// (Frisk).
struct ConstraintRoute {
  compile::IndexTreatment treatment;
  std::optional<simulate::ModelForm> form = {};
};

void AddConstraintsOption(CLI::App& command, driver::SimulateOptions& o) {
  using Treatment = compile::IndexTreatment;
  static const std::map<std::string, ConstraintRoute> routes = {
      {"dummy", {Treatment::kDummyDerivatives}},
      {"project", {Treatment::kProject}},
      {"baumgarte", {Treatment::kBaumgarte}},
      {"differentiate", {Treatment::kDifferentiate}},
      {"ggl", {Treatment::kGgl}},
      {"none", {Treatment::kNone}},
      {"state-space", {Treatment::kDummyDerivatives, simulate::ModelForm::kOde}},
      {"embedding", {Treatment::kNone, simulate::ModelForm::kDae}}};
  const auto take = [&o](const std::string& word) {
    o.index_treatment = routes.at(word).treatment;
    o.form_of_constraints = routes.at(word).form;
  };
  command
      .add_option_function<std::string>(
          "--constraints,--index-reduction", take,
          "treatment of constraints: dummy (derivatives), project (each step is projected onto them), "
          "baumgarte (their errors decay), ggl (multipliers, index 2 as it stands), differentiate (only: "
          "solutions may drift), none (as they stand), state-space (dummy, solved for in each evaluation: "
          "--form ode), embedding (as they stand, solved with the stages of the method: --form dae)")
      ->check(CLI::Validator([](std::string& word) { return WhyNoneOf(routes, word); }, ""))
      ->default_str("dummy");
}

void AddGridOptions(CLI::App& command, driver::SimulateOptions& o) {
  command.add_option("--start", o.start, "start time; default: the experiment annotation, else 0");
  command.add_option("--stop", o.stop, "stop time; default: the experiment annotation, else 1");
  auto* intervals = command.add_option("--intervals", o.intervals,
                                       "number of output intervals; default: annotation, else 500");
  auto* interval = command.add_option("--interval", o.interval, "length of an output interval");
  intervals->excludes(interval);
}

void AddSolverOptions(CLI::App& command, driver::SimulateOptions& o) {
  static const std::map<std::string, simulate::CodeChoice> codes = {
      {"auto", simulate::CodeChoice::kAuto},
      {"interpreter", simulate::CodeChoice::kInterpreter},
      {"machine", simulate::CodeChoice::kMachine}};
  command.add_option(
      "--tolerance", o.tolerance,
      "relative tolerance (absolute: scaled by nominal values); default: annotation, else 1e-6");
  command.add_option("--method", o.method, "integrator, see `daedalus methods`")->capture_default_str();
  static const std::map<std::string, simulate::ModelForm> forms = {{"auto", simulate::ModelForm::kAuto},
                                                                   {"ode", simulate::ModelForm::kOde},
                                                                   {"dae", simulate::ModelForm::kDae},
                                                                   {"inline", simulate::ModelForm::kInline}};
  command
      .add_option(
          "--form", o.form,
          "how the integrator sees the model: auto, ode (causal), dae (residual), inline (it is part of "
          "the equations)")
      ->transform(OneOf(forms))
      ->default_str("auto");
  AddConstraintsOption(command, o);
  command.add_option("--baumgarte-rate", o.baumgarte_rate,
                     "decay rate of the errors of constraints, in 1/s; default: 50 / length of the run");
  AddLoopOptions(command, o.keep_aliases, o.tearing, o.loops);
  command.add_option("--step,--fixed-step", o.step, "fixed step, for the methods that take one");
  command.add_option(
      "--max-step", o.max_step,
      "the largest step; default: 1/50 of the run if the model depends on time, else no limit");
  command.add_option("--max-order", o.max_order, "highest order, for methods that vary their order");
  command.add_option(
      "--controller", o.controller,
      "how errors determine step sizes: elementary, pi, predictive, h211b, h312; default: by method");
  command.add_flag("--reuse-coordinates", o.reuse_coordinates,
                   "icp, ucp: keep the coordinates of the solution manifold until they have tilted, instead "
                   "of choosing new ones at each step");
  static const std::map<std::string, bool> impulses = {{"accept", false}, {"refuse", true}};
  command
      .add_option("--impulses", o.refuse_impulses,
                  "if states have to jump because equations change at an event: accept, refuse")
      ->transform(OneOf(impulses))
      ->default_str("accept");
  command.add_flag("--sliding", o.sliding,
                   "if both values of a relation drive the model back to where it changes, slide along that "
                   "surface (Filippov); default: an error");
  command.add_flag("--realtime", o.real_time,
                   "measure the time of each step and bound its iterations; with --form inline and --step");
  command
      .add_option("--implicit", o.implicit,
                  "mixed mode, with --form inline: the states that are integrated implicitly, comma "
                  "separated, or auto (those that "
                  "an eigenvalue analysis at the start finds stiff); the others are explicit")
      ->allow_extra_args(false);
  command.add_option(
      "--newton-limit", o.newton_limit,
      "limit of iterations of each loop and step, with --form inline; default with --realtime: 10");
  command.add_option("--code", o.code, "what computes the model: auto, interpreter, machine")
      ->transform(OneOf(codes))
      ->default_str("auto");
}

// Splits lists of patterns into single patterns. (CLI11 would cut `a[1,2]` at its comma.)
void SplitLists(std::vector<std::string>& lists) {
  std::vector<std::string> patterns;
  for (const std::string& list : lists) {
    for (std::string& pattern : SplitPatterns(list)) patterns.push_back(std::move(pattern));
  }
  lists = std::move(patterns);
}

void AddResultOptions(CLI::App& command, driver::SimulateOptions& o) {
  command.add_option("--output", o.output, "result file, .csv or .mat; default: MODEL.csv");
  command
      .add_option("--variables", o.variables,
                  "the variables to keep: names or glob patterns, comma separated (repeatable); default: all")
      ->allow_extra_args(false);
  command
      .add_option("--plot", o.plot,
                  "names or glob patterns, comma separated: an HTML plot beside the results, and a sketch in "
                  "the terminal")
      ->allow_extra_args(false);
  command.add_option("--page", o.page,
                     "write the run as one HTML page: model, curves, equations, events and parameters, under "
                     "one slider of time");
  command.add_flag("--literals", o.literals,
                   "CSV: names of enumeration literals, true and false instead of numbers");
  command.add_option(
      "--save-state", o.save_state,
      "write the state at the end of the run to this file, so that a later run can continue from it");
  command.add_option("--from-state", o.from_state,
                     "continue from this saved state instead of initial values; parameters keep their "
                     "values, except those of --set");
  command.add_option(
      "--from-result", o.from_result,
      "continue from a point of this result file, .csv or .mat, which must contain all variables");
  command.add_option("--at", o.at, "the time of that point; default: the last one");
  command.add_option(
      "--input", o.input,
      "the inputs of the model over time, by the names of columns: a .csv or .mat file with `time`");
  command
      .add_option("--interpolation", o.interpolation,
                  "between the rows of --input: held, linear or smooth (a spline); default: linear")
      ->check(CLI::IsMember({"held", "linear", "smooth"}));
  command.add_flag("--log-events", o.log_events,
                   "report each event, what changed and why, on standard error");
  command.add_flag("--large-results", o.large_results,
                   "write more than 10^8 values, or more than the disk seems to have room for");
  command.add_option("--stats", o.stats, "write statistics as JSON to this file");
  auto* quiet = command.add_flag("--quiet", o.quiet, "print errors only");
  command.add_flag("--verbose", o.verbose, "report what is done and why")->excludes(quiet);
}

void AddFmuOptions(CLI::App& command, imported::ImportOptions& fmus) {
  command.add_flag(
      "--cs", fmus.as_stepping,
      "Co-Simulation of a given FMU, with steps of --step; default: Model Exchange if it has it");
  command.add_flag("--isolate", fmus.is_isolated,
                   "given FMUs run in processes of their own: a crash is an ordinary error");
  command
      .add_option("--call-limit", fmus.call_limit,
                  "seconds that one function of a given FMU may take; it then runs isolated")
      ->check(CLI::PositiveNumber);
}

void AddSimulate(CLI::App& command, Arguments& out) {
  auto arguments = std::make_shared<SimulateArguments>();
  command.footer(
      "\nExample:\n  daedalus simulate models/Pendulum.mo --plot x,y --stop 20 --set l=2\n"
      "  daedalus simulate models/RlcCircuit.mo --page Rlc.html\n"
      "  daedalus simulate BouncingBall.fmu --set e=0.9");
  AddModelOptions(command, arguments->options.model);
  AddGridOptions(command, arguments->options);
  AddSolverOptions(command, arguments->options);
  AddResultOptions(command, arguments->options);
  AddFmuOptions(command, arguments->options.model.fmus);
  command.callback([arguments, &out] {
    SplitLists(arguments->options.variables);
    SplitLists(arguments->options.plot);
    SplitLists(arguments->options.implicit);
    out.command = *arguments;
  });
}

void AddProfile(CLI::App& command, Arguments& out) {
  auto arguments = std::make_shared<ProfileArguments>();
  driver::SimulateOptions& o = arguments->options;
  command.footer(
      "\nExample:\n  daedalus profile models/DiodeRectifier.mo\n\nThe model is simulated, and no results "
      "are written. Measuring takes time itself: small blocks and functions seem to cost more than they do.");
  AddModelOptions(command, o.model);
  AddGridOptions(command, o);
  AddSolverOptions(command, o);
  command.add_option("--input", o.input,
                     "the inputs of the model over time: a .csv or .mat file with `time`");
  command.add_option("--rows", arguments->rows, "the most rows of each table")->capture_default_str();
  command.add_flag("--json", arguments->json, "print everything as JSON");
  command.callback([arguments, &out] {
    SplitLists(arguments->options.implicit);
    arguments->options.quiet = arguments->json;
    out.command = *arguments;
  });
}

void AddSweep(CLI::App& command, Arguments& out) {
  auto arguments = std::make_shared<SweepArguments>();
  driver::SimulateOptions& o = arguments->options.run;
  command.footer(
      "\nExample:\n  daedalus sweep models/Pendulum.mo --set l=1:3:20 --set g=1.6,9.81 --jobs 4 --output "
      "pendulums\n\nThe directory gets the points of each run (run-0001.csv, ...) and the table runs.csv. A "
      "sweep that was ended continues.");
  AddModelOptions(command, o.model);
  command.get_option("--set")->description(
      "NAME=FIRST:LAST:COUNT, a list NAME=A,B,C, or NAME=VALUE: a parameter or start value (repeatable)");
  AddGridOptions(command, o);
  AddSolverOptions(command, o);
  command
      .add_option("--variables", o.variables,
                  "the variables to keep: names or glob patterns, comma separated (repeatable); default: all")
      ->allow_extra_args(false);
  command.add_option("--input", o.input, "the inputs of all runs over time: a .csv or .mat file with `time`");
  command
      .add_option("--interpolation", o.interpolation,
                  "between the rows of --input: held, linear or smooth (a spline); default: linear")
      ->check(CLI::IsMember({"held", "linear", "smooth"}));
  command.add_option("--jobs", arguments->options.jobs, "runs at a time; default: one for each core");
  command.add_option("--output", o.output, "directory of the results; default: MODEL.sweep");
  command.add_flag("--table-only{false}", arguments->options.writes_points,
                   "write runs.csv, but no file for each run");
  command.add_flag("--quiet", arguments->quiet, "print errors and warnings only");
  command.callback([arguments, &out] {
    SplitLists(arguments->options.run.variables);
    SplitLists(arguments->options.run.implicit);
    out.command = *arguments;
  });
}

// Commands that need a model and little else.
template <class T>
void AddModelCommand(CLI::App& command, Arguments& out, const std::string& example,
                     std::shared_ptr<T> arguments) {
  command.footer("\nExample:\n  " + example);
  AddModelOptions(command, arguments->model);
  command.callback([arguments, &out] { out.command = *arguments; });
}

void AddAnalyze(CLI::App& command, Arguments& out) {
  static const auto inlined_methods = ByName(inlined::Methods());
  auto arguments = std::make_shared<AnalyzeArguments>();
  AddModelCommand(command, out,
                  "daedalus analyze models/RlcCircuit.mo --json\n"
                  "  daedalus analyze models/Pendulum.mo --html Pendulum.html\n"
                  "  daedalus analyze models/ResistorLoopCircuit.mo --keep-aliases --tearing exact\n"
                  "  daedalus analyze models/HeatEquation.mo --inline radau3\n"
                  "  daedalus analyze models/events/Thermostat.mo --events\n"
                  "  daedalus analyze models/higher_index/ShuttleReentry.mo --numerical",
                  arguments);
  command.add_flag("--json", arguments->json, "print one JSON object");
  command.add_flag(
      "--events", arguments->events,
      "what can happen at events: relations, instants, samples, ordered discrete variables, reinits");
  command.add_flag("--numerical", arguments->numerical,
                   "differential index, constraints and free initial values by ranks of derivative arrays "
                   "at the initial point, "
                   "and whether the structure agrees");
  command.add_option("--html", arguments->html,
                     "write a page with the incidence matrices, the digraph and every equation's history");
  AddLoopOptions(command, arguments->structure.keep_aliases, arguments->structure.tearing,
                 arguments->structure.loops);
  command
      .add_option("--inline", arguments->structure.inlined,
                  "analyse one step of a method inlined: " + inlined::MethodNames())
      ->transform(OneOf(inlined_methods));
}

void AddCheck(CLI::App& command, Arguments& out) {
  auto check = std::make_shared<CheckArguments>();
  AddModelCommand(command, out,
                  "daedalus check models/RlcCircuit.mo\n"
                  "  daedalus check --initial models/Pendulum.mo\n"
                  "  daedalus check --model Parts.Electrical.Resistor\n"
                  "  daedalus check Parts --all --json parts.json",
                  check);
  CLI::Option* all = command.add_flag(
      "--all", check->all,
      "check every class of a package, given by its name or its files; a table shows how many are right");
  command
      .add_flag(
          "--initial", check->initial,
          "the consistent point at the start: each value and where it comes from, conditions and residuals")
      ->excludes(all);
  command.add_option("--json", check->json, "with --all: write all messages of all classes to this file")
      ->needs(all);
}

void AddFlatten(CLI::App& command, Arguments& out) {
  auto flatten = std::make_shared<FlattenArguments>();
  static const std::map<std::string, semantics::Stage> stages = {
      {"instances", semantics::Stage::kInstances},
      {"connections", semantics::Stage::kConnections},
      {"flat", semantics::Stage::kFlat}};
  AddModelCommand(
      command, out,
      "daedalus flatten models/RcChain.mo --set N=3\n"
      "  daedalus flatten --model Parts.Examples.DcMotor --library models/library --stage connections",
      flatten);
  command
      .add_option("--stage", flatten->stage,
                  "what to print: instances (the tree of components), connections (sets of variables), flat")
      ->transform(OneOf(stages))
      ->default_str("flat");
}

void AddDescribe(CLI::App& command, Arguments& out) {
  auto describe = std::make_shared<DescribeArguments>();
  AddModelCommand(command, out,
                  "daedalus describe models/RlcCircuit.mo\n"
                  "  daedalus describe models/events/BouncingBall.mo --json\n"
                  "  daedalus describe BouncingBall.fmu",
                  describe);
  command.add_flag("--json", describe->json, "print one JSON object");
}

void AddImport(CLI::App& command, Arguments& out) {
  auto arguments = std::make_shared<ImportArguments>();
  command.footer(
      "\nExample:\n  daedalus import Motor.fmu\n"
      "  daedalus simulate Motor/Motor.mo Drive.mo --allow-external");
  command.add_option("FMU", arguments->file, "the file")->required();
  command.add_option("--output", arguments->output,
                     "the folder for the class and the files of the FMU; default: the name of its model");
  AddFmuOptions(command, arguments->options);
  command.add_option("--step", arguments->options.step, "Co-Simulation: between communication points");
  command.callback([arguments, &out] { out.command = *arguments; });
}

// Names, comma separated, where the option was given.
void AddNamesOption(CLI::App& command, const std::string& option,
                    std::optional<std::vector<std::string>>& names, const std::string& help) {
  const auto split = [&names](const std::vector<std::string>& lists) {
    std::vector<std::string> all = lists;
    SplitLists(all);
    std::erase(all, "");
    names = std::move(all);
    return true;
  };
  command.add_option(option, split, help)->allow_extra_args(false)->type_name("TEXT");
}

void AddLinearize(CLI::App& command, Arguments& out) {
  auto arguments = std::make_shared<LinearizeArguments>();
  driver::LinearizeModelOptions& o = arguments->options;
  command.footer(
      "\nExample:\n  daedalus linearize models/RlcCircuit.mo\n"
      "  daedalus linearize models/VanDerPol.mo --at 5 --outputs y1 --mat VanDerPol.mat\n"
      "  daedalus linearize models/higher_index/CartesianPendulum.mo --descriptor --json pendulum.json");
  AddModelOptions(command, o.model);
  command.add_option("--at", o.at, "the time of the point; the model is simulated up to there");
  AddNamesOption(command, "--inputs", o.inputs,
                 "names of inputs, comma separated, in this order; default: all that are Reals");
  AddNamesOption(command, "--outputs", o.outputs,
                 "names of variables, comma separated, in this order; default: the outputs of the model");
  command.add_flag("--descriptor", o.descriptor,
                   "E, A, B, C, D of the equations as they stand, before index reduction");
  command.add_option("--json", arguments->json, "write everything to this file, as one JSON object");
  command.add_option("--mat", arguments->mat, "write the matrices and names to this file, as MAT version 4");
  command.add_option("--start", o.run.start, "start time; default: the experiment annotation, else 0");
  command.add_option("--tolerance", o.run.tolerance, "of initial values and of the run to --at");
  command.add_option("--method", o.run.method, "integrator of the run to --at")->capture_default_str();
  command.add_flag("--quiet", arguments->quiet, "print errors and warnings only");
  command.callback([arguments, &out] { out.command = *arguments; });
}

void AddExport(CLI::App& command, Arguments& out) {
  auto arguments = std::make_shared<ExportArguments>();
  driver::SimulateOptions& o = arguments->options;
  command.footer(
      "\nExample:\n  daedalus export --fmi 3 models/events/BouncingBall.mo --output BouncingBall.fmu\n"
      "  daedalus export --c models/PendulumEnergy.mo --method radau3 --step 0.01 --output step.c");
  AddModelOptions(command, o.model);
  CLI::Option* c = command.add_flag("--c", arguments->as_c, "as one C99 file that needs libm only");
  CLI::Option* fmi = command
                         .add_option("--fmi", arguments->fmi,
                                     "as an FMU of this version, 2 or 3 (Functional Mock-up Interface)")
                         ->excludes(c);
  CLI::Option* me = command.add_flag("--me", arguments->exchange_only, "the FMU is for Model Exchange only");
  static const std::map<std::string, fmi::DaeForm> forms = {{"given", fmi::DaeForm::kGiven},
                                                            {"reduced", fmi::DaeForm::kReduced}};
  CLI::Option* dae =
      command
          .add_option("--dae", arguments->dae,
                      "the FMU gives its equations as residuals (FMI-LS-DAE): given, as they stand without "
                      "aliases; reduced, after index reduction")
          ->transform(OneOf(forms))
          ->needs(fmi);
  command.add_flag("--cs", arguments->stepping_only, "the FMU is for Co-Simulation only")
      ->excludes(me)
      ->excludes(dae)
      ->needs(fmi);
  me->needs(fmi);
  command
      .add_option_function<std::string>(
          "--kind", [arguments](const std::string& kind) { arguments->as_source = kind == "source"; },
          "what the FMU contains: binary (this library, for all models), or source (C99, with --step)")
      ->check(CLI::IsMember({"binary", "source"}))
      ->excludes(dae)
      ->needs(fmi);
  command.add_option("--method", o.method, "a method that can be inlined; default: radau3");
  command.add_option("--max-order", o.max_order, "highest order of bdf and adams; default: 2");
  command.add_option("--step,--fixed-step", o.step, "the size of a step");
  command.add_option("--start", o.start, "start time; default: the experiment annotation, else 0");
  command.add_option("--newton-limit", o.newton_limit, "iterations of each loop and step; default: 20");
  command.add_option("-o,--output", o.output, "file; default: MODEL.fmu, or standard output for C");
  command.callback([arguments, &out] { out.command = *arguments; });
}

void AddParse(CLI::App& command, Arguments& out) {
  auto arguments = std::make_shared<ParseArguments>();
  command.footer("\nExample:\n  daedalus parse models/*.mo\n  daedalus parse --print models/Pendulum.mo");
  command.add_option("FILE", arguments->files, kFilesHelp)->required();
  command.add_flag("--print", arguments->print, "write the text back from the tree");
  command.callback([arguments, &out] { out.command = *arguments; });
}

void AddList(CLI::App& command, Arguments& out) {
  auto arguments = std::make_shared<ListArguments>();
  command.footer(
      "\nExample:\n  daedalus list Modelica.Electrical.Analog --library ~/libraries\n"
      "  daedalus list MyPackage/ --json\n  daedalus list");
  command.add_option("LIBRARY", arguments->library,
                     "name of a package, directory with package.mo, or .mo file; default: the libraries "
                     "there are");
  AddLibraryOption(command, arguments->libraries);
  command.add_flag("--json", arguments->json, "print one JSON object");
  command.callback([arguments, &out] { out.command = *arguments; });
}

void AddDraw(CLI::App& command, Arguments& out) {
  auto arguments = std::make_shared<DrawArguments>();
  driver::DrawModelOptions& o = arguments->options;
  command.footer(
      "\nExample:\n  daedalus draw Modelica.Blocks.Examples.PID_Controller --svg PID.svg --library "
      "~/libraries\n"
      "  daedalus draw models/RlcCircuit.mo --diagram --svg RlcCircuit.svg\n"
      "  daedalus draw MyPackage/ --all --svg pictures/");
  command.add_option("CLASS", o.subjects,
                     "full name of a class, or .mo files and directories with package.mo");
  command.add_option("--model", o.model, "full name of the class in the files; default: their last model");
  AddLibraryOption(command, o.libraries);
  auto* icon = command.add_flag("--icon", arguments->icon, "the icon");
  command.add_flag("--diagram", arguments->diagram, "the diagram; default: it, or the icon if it is empty")
      ->excludes(icon);
  command.add_option("--component", o.component,
                     "draw this component of the model, such as plant.motor or cells[2], with its values");
  command.add_option("--svg", o.svg,
                     "the file, or - for standard output; default: CLASS.svg. With --all a folder");
  command.add_flag("--all", o.all, "draw every class of the package that has graphics");
  command.callback([arguments, &out] { out.command = *arguments; });
}

void AddCompare(CLI::App& command, Arguments& out) {
  auto arguments = std::make_shared<CompareArguments>();
  command.footer("\nExample:\n  daedalus compare Pendulum.csv reference.csv --tolerance 1e-3");
  command.add_option("RESULT", arguments->result, "result file, .csv or .mat")->required();
  command.add_option("REFERENCE", arguments->reference, "reference file, .csv or .mat")->required();
  command.add_option("--tolerance", arguments->tolerance, "relative width of the tube")
      ->capture_default_str();
  command
      .add_option("--signals", arguments->signals,
                  "names to compare, comma separated; default: all names in the reference")
      ->delimiter(',')
      ->allow_extra_args(false);
  command.callback([arguments, &out] { out.command = *arguments; });
}

void AddMethods(CLI::App& command, Arguments& out) {
  auto arguments = std::make_shared<MethodsArguments>();
  command.footer(
      "\nExample:\n  daedalus methods\n  daedalus methods radau5\n  daedalus methods bdf --plot bdf.html");
  command.add_option("NAME", arguments->name,
                     "one method: its order, stability, error constants and coefficients");
  auto* plot = command.add_option(
      "--plot", arguments->page, "write a page with stability domains and damping plots; default: NAME.html");
  plot->expected(0, 1);
  command.callback([arguments, plot, &out] {
    arguments->plot = plot->count() > 0;
    out.command = *arguments;
  });
}

void AddLsp(CLI::App& command, Arguments& out) {
  auto arguments = std::make_shared<LspArguments>();
  command.footer(
      "\nExample:\n  daedalus lsp --library ~/libraries\n\nAn editor starts it. docs/howto/edit-models.md "
      "shows how.");
  AddLibraryOption(command, arguments->libraries);
  command.add_flag("--stdio", arguments->stdio, "the only transport there is; some editors say it");
  command.callback([arguments, &out] { out.command = *arguments; });
}

void AddServe(CLI::App& command, Arguments& out) {
  auto arguments = std::make_shared<ServeArguments>();
  command.footer(
      "\nExample:\n  daedalus serve models\n  daedalus serve --library ~/libraries ~/MyModels\n\nIt prints "
      "the address to open. Only this machine can reach it, and only with the token in the address.");
  command.add_option("FOLDER", arguments->folders,
                     "folders whose models can be opened and saved; default: the current folder");
  AddLibraryOption(command, arguments->libraries);
  command.add_option("--port", arguments->port, "port of the loopback interface; default: any that is free")
      ->check(CLI::Range(0, 65535));
  command.add_flag("--allow-external", arguments->allow_external,
                   "runs may load external functions of other languages");
  command.callback([arguments, &out] { out.command = *arguments; });
}

// The options of a command are made when its name is read: those of all commands would take a tenth of a
// short run.
void AddCommands(CLI::App& app, Arguments& out) {
  const auto add = [&](const char* name, const char* help, void (*add_options)(CLI::App&, Arguments&)) {
    CLI::App* command = app.add_subcommand(name, help);
    command->preparse_callback([command, add_options, &out](std::size_t) { add_options(*command, out); });
  };
  add("simulate", "simulate the last (or the named) model", AddSimulate);
  add("profile", "where a run spends its time: stages, lines, blocks, functions, events", AddProfile);
  add("sweep", "simulate a model for all combinations of values of its parameters", AddSweep);
  add("analyze", "explain the structure of a model, without simulating", AddAnalyze);
  add("describe", "the variables, states, inputs, outputs, units and events of a model, without a run",
      AddDescribe);
  add("import", "an FMU as a class of Modelica, which models can use", AddImport);
  add("linearize", "the matrices A, B, C, D of a model near a point, and its poles", AddLinearize);
  add("check", "check a class of any kind: prints all diagnostics, nothing else", AddCheck);
  add("flatten", "print the flat model as Modelica text, or a stage on the way to it", AddFlatten);
  add("parse", "report syntax errors only", AddParse);
  add("list", "the packages of a library, and its models with an experiment", AddList);
  add("compare", "do two trajectories match?", AddCompare);
  add("methods", "list every integration method, or explain one", AddMethods);
  add("export", "write a model as an FMU, or one inlined step of it as C", AddExport);
  add("draw", "the icon or diagram of a class, as an SVG file", AddDraw);
  add("lsp", "a language server for editors, over standard input and output", AddLsp);
  add("serve", "a workbench in the browser: edit, simulate and compare models", AddServe);
}

EarlyExit WrongWord(const std::string& message, const NearestName& nearest) {
  const std::string hint = nearest.Hint();
  return {kWrongCommandLine,
          fmt::format("error: {}; {}\n", message, hint.empty() ? "--help lists them" : hint)};
}

// Explains an unknown command or option, with the nearest known one.
std::optional<EarlyExit> ExplainWord(const CLI::App& app) {
  const auto used = app.get_subcommands();
  for (const std::string& word : app.remaining(true)) {
    const bool is_option = word.starts_with('-');
    if (used.empty() && !is_option) {
      NearestName nearest(word);
      for (const CLI::App* command : app.get_subcommands({})) nearest.Offer(command->get_name());
      return WrongWord(fmt::format("there is no command `{}`", word), nearest);
    }
    if (used.empty() || !is_option) continue;
    const std::string name = word.substr(0, word.find('='));
    const std::string message = fmt::format("`{}` has no option `{}`", used[0]->get_name(), name);
    NearestName nearest(name);
    for (const CLI::App* owner : {static_cast<const CLI::App*>(used[0]), &app}) {
      for (const CLI::Option* option : owner->get_options()) {
        for (const std::string& known : option->get_lnames()) {
          // An abbreviated option is not a misspelt one: --out means --output.
          if (name.size() > 3 && ("--" + known).starts_with(name))
            return EarlyExit{kWrongCommandLine,
                             fmt::format("error: {}; did you mean `--{}`?\n", message, known)};
          nearest.Offer("--" + known);
        }
      }
    }
    return WrongWord(message, nearest);
  }
  return std::nullopt;
}

// CLI11 prints and chooses an exit code itself; the contract has its own codes.
EarlyExit Explain(const CLI::App& app, const CLI::ParseError& error) {
  std::ostringstream text, errors;
  const int code = app.exit(error, text, errors);
  if (code == 0) return {kDone, text.str()};
  if (const auto wrong = ExplainWord(app)) return *wrong;
  std::string message = errors.str();
  while (!message.empty() && message.back() == '\n') message.pop_back();
  return {kWrongCommandLine, fmt::format("error: {}\n", message)};
}

}  // namespace

Expected<Arguments, EarlyExit> ReadArguments(int argc, const char* const* argv) {
  Arguments out;
  CLI::App app("Daedalus: differential-algebraic models, from equations to trajectories", "daedalus");
  app.footer(
      "\nExample:\n  daedalus simulate models/Pendulum.mo --plot x,y\n\n`daedalus COMMAND --help` shows the "
      "options of a command.\n");
  app.set_version_flag("--version", VersionText());
  app.require_subcommand(1);
  app.fallthrough();
  static const std::map<std::string, DiagnosticsFormat> formats = {{"text", DiagnosticsFormat::kText},
                                                                   {"json", DiagnosticsFormat::kJson}};
  app.add_option("--diagnostics", out.diagnostics, "how to print diagnostics: text, json")
      ->transform(OneOf(formats))
      ->default_str("text");
  AddCommands(app, out);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return Failure{Explain(app, error)};
  }
  return out;
}

}  // namespace daedalus::cli
