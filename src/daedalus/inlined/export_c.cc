#include "daedalus/inlined/export_c.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "daedalus/execute/inlining.h"
#include "daedalus/expr/differentiate.h"
#include "daedalus/expr/leaves.h"
#include "daedalus/inlined/c_code.h"
#include "daedalus/system/print_system.h"

namespace daedalus::inlined {
namespace {

constexpr std::size_t kMostTearing = 100;  // a dense LU beyond is no step for a controller
constexpr double kSmallStep = 1e-8;        // of the last Newton step, as in execute/loop_solver.cc

constexpr const char* kSolver =
    "/* Solves a x = b by elimination with row pivoting; x replaces b. 0: a pivot is zero. */\n"
    "static int solve(int n, double *a, double *b) {\n"
    "  int i, j, k;\n"
    "  for (k = 0; k < n; ++k) {\n"
    "    int row = k;\n"
    "    for (i = k + 1; i < n; ++i) {\n"
    "      if (fabs(a[i * n + k]) > fabs(a[row * n + k])) row = i;\n"
    "    }\n"
    "    if (!(fabs(a[row * n + k]) > 0.0)) return 0;\n"
    "    for (j = k; j < n && row != k; ++j) {\n"
    "      const double other = a[k * n + j];\n"
    "      a[k * n + j] = a[row * n + j];\n"
    "      a[row * n + j] = other;\n"
    "    }\n"
    "    if (row != k) {\n"
    "      const double other = b[k];\n"
    "      b[k] = b[row];\n"
    "      b[row] = other;\n"
    "    }\n"
    "    for (i = k + 1; i < n; ++i) {\n"
    "      const double factor = a[i * n + k] / a[k * n + k];\n"
    "      for (j = k + 1; j < n; ++j) a[i * n + j] -= factor * a[k * n + j];\n"
    "      b[i] -= factor * b[k];\n"
    "    }\n"
    "  }\n"
    "  for (k = n - 1; k >= 0; --k) {\n"
    "    for (j = k + 1; j < n; ++j) b[k] -= a[k * n + j] * b[j];\n"
    "    b[k] /= a[k * n + k];\n"
    "  }\n"
    "  return 1;\n"
    "}\n\n";

// A name of C; `Lib.Model` becomes Lib_Model.
std::string Identifier(const std::string& name) {
  std::string out;
  for (const char c : name) out += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return out.empty() || std::isdigit(static_cast<unsigned char>(out[0])) ? "Model_" + out : out;
}

// Inside of comments and strings.
std::string Harmless(std::string text) {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  for (std::size_t at = out.find("*/"); at != std::string::npos; at = out.find("*/")) out[at] = ' ';
  return out;
}

class Exporter {
 public:
  Exporter(const StepProgram& step, const CExport& options)
      : step_(step),
        options_(options),
        system_(step.system()),
        name_(Identifier(system_.name)),
        is_kept_(system_.variables.size(), 0),
        depth_(system_.variables.size(), 0),
        code_(
            system_.graph, [this](ExprId leaf) { return LeafText(leaf); }, [this](ExprId leaf) { return LeafDepth(leaf); }) {
    const causal::InlinedSystem& inlined = step.inlined();
    for (std::size_t i = 0; i < inlined.old.size(); ++i) locals_[inlined.old[i]] = fmt::format("old{}", i);
    for (std::size_t i = 0; i < inlined.old_slopes.size(); ++i)
      locals_[inlined.old_slopes[i]] = fmt::format("old_slope{}", i);
    FindKept();
    FindNeeded();
  }

  Result<std::string> Run() {
    if (auto mistake = FindMistake()) return Fail(*std::move(mistake));
    const std::string body = StepFunction();
    std::string out = Head();
    out += CHelpersFor(body);
    if (body.find("solve(") != std::string::npos) out += kSolver;
    return out + Past() + Initialize() + body + Main();
  }

 private:
  std::string LeafText(ExprId leaf) const {
    const expr::Graph& g = system_.graph;
    switch (g.op(leaf)) {
      case expr::Op::kTime:
        return "m->time";
      case expr::Op::kParameter: {
        const auto local = locals_.find(g.parameter(leaf));
        if (local != locals_.end()) return local->second;
        return fmt::format("m->p[{}]", g.parameter(leaf).index());
      }
      default:
        return Place(g.variable(leaf));
    }
  }
  int LeafDepth(ExprId leaf) const {
    return system_.graph.op(leaf) == expr::Op::kVariable ? depth_[system_.graph.variable(leaf)] : 0;
  }
  std::string Place(VariableId v) const {
    return is_kept_[v] ? fmt::format("m->v[{}]", v.index()) : fmt::format("v{}", v.index());
  }

  // What somebody looks at from outside, or the next step does: the variables of the model, slopes at the end of the step, and what iterations begin
  // with. The others are variables of the function: a store that nobody reads cannot be left out by a compiler.
  void FindKept() {
    for (std::size_t v = 0; v < NumGiven(); ++v) is_kept_[VariableId(v)] = 1;
    for (const VariableId slope : step_.inlined().slopes()) is_kept_[slope] = 1;
    for (const Quantity& unknown : step_.program().tearing) is_kept_[unknown.variable] = 1;
  }
  // And what these are computed from, from the end of the step backwards.
  void FindNeeded() {
    is_needed_ = is_kept_;
    expr::LeafCollector collector;
    const auto need = [&](ExprId e) {
      for (const expr::VariableLeaf& leaf : collector.Collect(system_.graph, e).variables) is_needed_[leaf.variable] = 1;
    };
    const causal::Program& program = step_.program();
    for (std::size_t b = program.blocks.size(); b-- > 0;) {
      const auto assignments = program.AssignmentsOf(program.blocks[b]);
      for (std::size_t k = assignments.size(); k-- > 0;) {
        if (is_needed_[assignments[k].unknown.variable]) need(assignments[k].value);
      }
      if (program.blocks[b].tearing.size() == 0) continue;
      for (const ExprId residual : ResidualsOf(program.blocks[b])) need(residual);
    }
  }
  // Of a loop, with its inner assignments substituted.
  std::vector<ExprId> ResidualsOf(const causal::Block& block) {
    execute::Inlining inlining(system_);
    for (const causal::Assignment& a : step_.program().AssignmentsOf(block)) inlining.Assign(a.unknown, a.value);
    std::vector<ExprId> out;
    for (const EquationId row : step_.program().ResidualsOf(block)) out.push_back(inlining.Inlined(system_.equations[row].residual));
    return out;
  }
  std::string Locals() const {
    std::string names;
    for (const VariableId v : IdRange<VariableId>(system_.variables.size())) {
      if (is_needed_[v] && !is_kept_[v]) names += fmt::format("{}v{}", names.empty() ? "" : ", ", v.index());
    }
    return names.empty() ? "" : "  double " + names + ";\n";
  }

  std::optional<Diagnostic> FindMistake() const {
    for (const Equation& equation : system_.equations) {
      const ExprId roots[] = {equation.residual};
      if (FindCall(system_.graph, roots).IsValid()) {
        return Error(Code::kBadOption, SpanOf(system_, equation),
                     "this equation calls a function that cannot be written as an expression, and is not "
                     "exported")
            .Note(fmt::format("flattened: {}", EquationText(system_, equation)));
      }
    }
    for (const causal::Block& block : step_.program().blocks) {
      if (block.tearing.size() <= kMostTearing) continue;
      return Error(Code::kBadOption, {},
                   "the step has a loop of {} iteration variables; more than {} are not exported",
                   block.tearing.size(), kMostTearing);
    }
    return std::nullopt;
  }

  std::string Head() const {
    return fmt::format(
        "/* {0}: one step of {1}, of {2} s, inlined. Written by Daedalus; C99, no allocation, libm only.\n"
        "   {3}_initialize(&m), then {3}_step(&m) for each step: 1, or 0 where an iteration did not "
        "converge.\n"
        "   {3}_names[i] is the name of m.v[i]. */\n"
        "#include <math.h>\n\n#ifdef MODEL_MAIN\n#include <stdio.h>\n#endif\n\n"
        "typedef struct {{\n  double time;\n  long steps;\n  double p[{4}]; /* parameters, step size */\n"
        "  double v[{5}]; /* variables; the first {6} are those of the model */\n{7}}} {3};\n\n",
        Harmless(system_.name), options_.method, CNumber(options_.step), name_, NumParameters(),
        system_.variables.size(), NumGiven(), PastMembers());
  }
  // Without old values, which stand behind all others.
  std::size_t NumParameters() const {
    std::size_t count = 0;
    for (const ParameterId p : IdRange<ParameterId>(system_.parameters.size())) {
      if (!locals_.contains(p)) count = p.index() + 1;
    }
    return count;
  }
  bool IsMultistep() const { return !options_.multistep.empty(); }
  std::size_t NumStates() const { return step_.inlined().states.size(); }
  std::string PastMembers() const {
    if (!IsMultistep()) return "";
    return fmt::format("  double x[{0}][{1}], s[{0}][{1}]; /* states and their slopes, the latest first */\n",
                       options_.multistep.size(), NumStates());
  }

  // The weights of the past by order, and what they make of it.
  std::string Past() const {
    if (!IsMultistep()) return "";
    const std::size_t count = options_.multistep.size();
    std::string steps, values, slopes;
    for (const MultistepCoefficients& c : options_.multistep) {
      steps += fmt::format("{}, ", CNumber(c.h_bar));
      const auto row = [&](const auto& weights) {
        std::string out = "  {";
        for (std::size_t age = 0; age < count; ++age) out += CNumber(weights[age]) + ", ";
        return out + "},\n";
      };
      values += row(c.values);
      slopes += row(c.slopes);
    }
    return fmt::format(
        "static const double past_step[{0}] = {{{1}}};\n"
        "static const double past_values[{0}][{0}] = {{\n{2}}};\nstatic const double past_slopes[{0}][{0}] = "
        "{{\n{3}}};\n\n"
        "static double old_value(const {4} *m, int order, int i) {{\n  double old = 0.0;\n  int age;\n"
        "  for (age = 0; age <= order; ++age)\n"
        "    old += past_values[order][age] * m->x[age][i] + past_slopes[order][age] * m->s[age][i];\n"
        "  return old;\n}}\n\n",
        count, steps, values, slopes, name_);
  }
  // The present point as the latest one.
  std::string NotePresent() const {
    const causal::InlinedSystem& inlined = step_.inlined();
    std::string out;
    for (std::size_t i = 0; i < NumStates(); ++i) {
      out += fmt::format("  m->x[0][{0}] = m->v[{1}];\n  m->s[0][{0}] = m->v[{2}];\n", i,
                         inlined.states[i].index(), inlined.slopes()[i].index());
    }
    return out;
  }
  std::string ShiftPast() const {
    return fmt::format(
        "  for (age = {}; age > 0; --age) {{\n    for (i = 0; i < {}; ++i) {{\n      m->x[age][i] = m->x[age "
        "- "
        "1][i];\n      m->s[age][i] = m->s[age - 1][i];\n    }}\n  }}\n",
        options_.multistep.size() - 1, NumStates());
  }
  // Old values and the step size, at the beginning of a step.
  std::string ReadPast() const {
    const causal::InlinedSystem& inlined = step_.inlined();
    std::string out = fmt::format(
        "  const int order = m->steps < {0} ? (int)m->steps : {0}; /* less one */\n  int i, age;\n",
        options_.multistep.size() - 1);
    out += fmt::format("  m->p[{}] = past_step[order];\n", inlined.step_size.index());
    for (std::size_t i = 0; i < NumStates(); ++i)
      out += fmt::format("  const double {} = old_value(m, order, {});\n", locals_.at(inlined.old[i]), i);
    return out;
  }
  std::size_t NumGiven() const { return step_.inlined().stages.back().variables.size(); }

  std::string Initialize() const {
    std::string out = fmt::format("void {0}_initialize({0} *m);\nint {0}_step({0} *m);\n", name_);
    out += fmt::format("extern const char *const {}_names[{}];\nconst char *const {}_names[{}] = {{\n", name_,
                       NumGiven(), name_, NumGiven());
    for (std::size_t v = 0; v < NumGiven(); ++v)
      out += fmt::format("  \"{}\",\n", Harmless(NameOf(system_, VariableId(v))));
    out += fmt::format("}};\n\nvoid {0}_initialize({0} *m) {{\n  m->time = {1};\n  m->steps = 0;\n", name_,
                       CNumber(options_.start));
    for (const ParameterId p : IdRange<ParameterId>(system_.parameters.size())) {
      if (locals_.contains(p)) continue;
      const double value = p == step_.inlined().step_size ? options_.step : step_.parameters()[p.index()];
      out += fmt::format("  m->p[{}] = {}; /* {} */\n", p.index(), CNumber(value),
                         Harmless(NameOf(system_, system_.parameters[p])));
    }
    for (const VariableId v : IdRange<VariableId>(system_.variables.size()))
      out += fmt::format("  m->v[{}] = {}; /* {} */\n", v.index(), CNumber(step_.ValueOf(v)),
                         Harmless(NameOf(system_, v)));
    return out + (IsMultistep() ? NotePresent() : "") + "}\n\n";
  }

  std::string StepFunction() {
    const causal::InlinedSystem& inlined = step_.inlined();
    std::string out = fmt::format("int {0}_step({0} *m) {{\n", name_);
    if (IsMultistep()) out += ReadPast();
    for (std::size_t i = 0; i < inlined.states.size() && !IsMultistep(); ++i)
      out += fmt::format("  const double {} = m->v[{}];\n", locals_.at(inlined.old[i]),
                         inlined.states[i].index());
    for (std::size_t i = 0; i < inlined.old_slopes.size(); ++i)
      out += fmt::format("  const double {} = m->v[{}];\n", locals_.at(inlined.old_slopes[i]),
                         inlined.slopes()[i].index());
    out += fmt::format("  ++m->steps;\n  m->time = {} + (double)m->steps * {};\n", CNumber(options_.start),
                       CNumber(options_.step));
    out += Locals();
    for (const causal::Block& block : step_.program().blocks)
      out += block.tearing.size() == 0 ? Assignments(block, "  ") : Loop(block);
    if (IsMultistep()) out += ShiftPast() + NotePresent();
    return out + "  return 1;\n}\n\n";
  }

  std::string Assignments(const causal::Block& block, const std::string& indent) {
    std::string out;
    for (const causal::Assignment& a : step_.program().AssignmentsOf(block)) {
      if (!is_needed_[a.unknown.variable]) continue;
      const ExprId roots[] = {a.value};
      out += code_.Declare(roots, indent);
      out += fmt::format("{}{} = {};\n", indent, Place(a.unknown.variable), code_.Text(a.value));
      depth_[a.unknown.variable] = code_.Depth(a.value);
    }
    return out;
  }

  std::string Loop(const causal::Block& block) {
    const auto tearing = step_.program().TearingOf(block);
    const std::vector<ExprId> residuals = ResidualsOf(block);
    const std::size_t n = tearing.size();
    expr::Differentiator differentiator(system_.graph);
    std::vector<ExprId> outputs;
    std::vector<std::string> targets;
    for (std::size_t row = 0; row < n; ++row) {
      outputs.push_back(residuals[row]);
      targets.push_back(fmt::format("f[{}]", row));
      for (const auto& [leaf, value] : differentiator.Gradient(residuals[row])) {
        for (std::size_t column = 0; column < n; ++column) {
          if (leaf.order != 0 || leaf.variable != tearing[column].variable) continue;
          outputs.push_back(value);
          targets.push_back(fmt::format("a[{}]", row * n + column));
        }
      }
    }
    const bool is_linear = block.kind != causal::BlockKind::kNonlinear;
    std::string out =
        fmt::format("  {{ /* {} equations in {} iteration variables */\n", block.rows.size(), n);
    out += fmt::format(
        "    int iteration, done = 0;\n    for (iteration = 0; iteration < {} && !done; ++iteration) {{\n",
        is_linear ? 1 : options_.max_iterations);
    out += fmt::format("      double f[{}], a[{}] = {{0.0}}, size = 0.0;\n", n, n * n);
    out += code_.Declare(outputs, "      ");
    for (std::size_t i = 0; i < outputs.size(); ++i)
      out += fmt::format("      {} = {};\n", targets[i], code_.Text(outputs[i]));
    out += fmt::format("      if (!solve({}, a, f)) return 0;\n", n);
    for (std::size_t i = 0; i < n; ++i) {
      const std::string place = Place(tearing[i].variable);
      out += fmt::format("      {1} -= f[{0}];\n      f[{0}] = fabs(f[{0}]) / (fabs({1}) + {2});\n", i, place,
                         CNumber(step_.nominal()[tearing[i].variable.index()]));
      out += fmt::format("      if (!(f[{0}] <= size)) size = f[{0}];\n", i);
    }
    out += is_linear ? "      done = size == size;\n"
                     : fmt::format("      done = size <= {};\n", CNumber(kSmallStep));
    out += "    }\n    if (!done) return 0;\n";
    return out + Assignments(block, "    ") + "  }\n";
  }

  std::string Main() const {
    return fmt::format(
        "#ifdef MODEL_MAIN\n"
        "static void print_row(const {0} *m) {{\n  int i;\n  printf(\"%.17g\", m->time);\n"
        "  for (i = 0; i < {1}; ++i) printf(\",%.17g\", m->v[i]);\n  printf(\"\\n\");\n}}\n\n"
        "int main(void) {{\n  {0} m;\n  int i;\n  long n;\n  printf(\"time\");\n"
        "  for (i = 0; i < {1}; ++i) printf(\",%s\", {0}_names[i]);\n  printf(\"\\n\");\n"
        "  {0}_initialize(&m);\n  print_row(&m);\n"
        "  for (n = 0; n < MODEL_MAIN; ++n) {{\n    if (!{0}_step(&m)) return 1;\n    print_row(&m);\n  }}\n"
        "  return 0;\n}}\n#endif\n",
        name_, NumGiven());
  }

  const StepProgram& step_;
  const CExport& options_;
  System system_;
  std::string name_;
  // Old values and slopes are variables of the function. In the struct, beside each other, compilers would copy them in pairs, for which
  // processors wait where the halves have just been stored: a third of the time of a small step.
  std::map<ParameterId, std::string> locals_;
  IdVector<VariableId, char> is_kept_, is_needed_;
  IdVector<VariableId, int> depth_;  // of what was assigned so far
  CCode code_;
};

}  // namespace

Result<std::string> ExportC(const StepProgram& step, const CExport& options) {
  return Exporter(step, options).Run();
}

}  // namespace daedalus::inlined
