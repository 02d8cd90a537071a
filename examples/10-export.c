/* A plant, x' = u - x, under the controller of 10-export.mo. */
#include <stdio.h>

#include "controller.c"

int main(void) {
  Controller m;
  double x = 0;
  int i;
  if (!Controller_initialize(&m)) return 1;
  m.in.wanted = 1;
  for (i = 0; i < 5000; ++i) {
    m.in.measured = x;
    if (!Controller_step(&m)) return 1;
    x += 0.001 * (m.out.u - x);
  }
  printf("after 5 s: x = %.3f, u = %.3f\n", x, m.out.u);
  return 0;
}
