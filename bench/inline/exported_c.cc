#include "inline/exported_c.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "daedalus/products/driver/export_model.h"

namespace daedalus::bench {
namespace {

// rk4 for the oscillator of models/VanDerPol.mo, as one would write it.
constexpr const char* kByHand = R"(typedef struct { double time, mu, h, y1, y2; } ByHand;
static void slope(double mu, double y1, double y2, double *d1, double *d2) {
  *d1 = y2;
  *d2 = mu * (1.0 - y1 * y1) * y2 - y1;
}
void ByHand_step(ByHand *m);
void ByHand_step(ByHand *m) {
  double a1, a2, b1, b2, c1, c2, d1, d2;
  const double h = m->h;
  slope(m->mu, m->y1, m->y2, &a1, &a2);
  slope(m->mu, m->y1 + 0.5 * h * a1, m->y2 + 0.5 * h * a2, &b1, &b2);
  slope(m->mu, m->y1 + 0.5 * h * b1, m->y2 + 0.5 * h * b2, &c1, &c2);
  slope(m->mu, m->y1 + h * c1, m->y2 + h * c2, &d1, &d2);
  m->y1 += h / 6.0 * (a1 + 2.0 * b1 + 2.0 * c1 + d1);
  m->y2 += h / 6.0 * (a2 + 2.0 * b2 + 2.0 * c2 + d2);
  m->time += h;
}
)";

// Prints the seconds of either, the least of several rounds, and fails where their results differ.
constexpr const char* kRace = R"(#include <stdio.h>
#include <time.h>
int main(void) {
  double best[2] = {1e30, 1e30};
  int round;
  for (round = 0; round < 9; ++round) {
    long n;
    VanDerPol a;
    ByHand b = {0.0, 5.0, 0.01, 2.0, 0.0};
    clock_t begin = clock();
    VanDerPol_initialize(&a);
    for (n = 0; n < 3000000; ++n) VanDerPol_step(&a);
    if ((double)(clock() - begin) < best[0]) best[0] = (double)(clock() - begin);
    begin = clock();
    for (n = 0; n < 3000000; ++n) ByHand_step(&b);
    if ((double)(clock() - begin) < best[1]) best[1] = (double)(clock() - begin);
    if (!(fabs(a.v[0] - b.y1) < 1e-6)) return 1;
  }
  printf("%g %g\n", best[0] / CLOCKS_PER_SEC, best[1] / CLOCKS_PER_SEC);
  return 0;
}
)";

}  // namespace

std::optional<double> RaceExportedC() {
  driver::SimulateOptions options;
  options.model.files = {std::string(DAEDALUS_SOURCE_DIR) + "/models/VanDerPol.mo"};
  options.method = "rk4";
  options.step = 0.01;
  driver::SourceFiles loaded;
  Diagnostics diagnostics;
  const auto code = driver::ExportModel(options, loaded, diagnostics);
  if (!code) return std::nullopt;
  const std::string source = (std::filesystem::temp_directory_path() / "daedalus_inline_bench.c").string(),
                    program = source + ".run", output = source + ".txt";
  std::ofstream(source) << code->code.text << kByHand << kRace;
  const std::string command =
      "cc -O2 -ffp-contract=off " + source + " -o " + program + " -lm && " + program + " > " + output;
  if (std::system(command.c_str()) != 0) return std::nullopt;
  double exported = 0, by_hand = 0;
  std::ifstream(output) >> exported >> by_hand;
  for (const std::string& file : {source, program, output}) std::filesystem::remove(file);
  return by_hand > 0 ? std::optional(exported / by_hand) : std::nullopt;
}

}  // namespace daedalus::bench
