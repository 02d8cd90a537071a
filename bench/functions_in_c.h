/* The functions of functions_bench.cc as one would write them in C, compiled with -O2: arrays as in the
 * arguments of the routines, rows first. */
#ifndef DAEDALUS_BENCH_FUNCTIONS_IN_C_H
#define DAEDALUS_BENCH_FUNCTIONS_IN_C_H
#ifdef __cplusplus
extern "C" {
#endif

/* in: 13 coefficients from the lowest, two ends; out: a root between them. */
void bisection_in_c(const double* in, double* out);
/* in: a matrix of 12 rows, a right side; out: the solution. */
void solve_in_c(const double* in, double* out);
/* in: an abscissa, a number n; out: the sum of n values of a table of 65 points by linear interpolation. */
void lookup_in_c(const double* in, double* out);
/* in: 64 temperatures of a rod, a Fourier number; out: those after 100 explicit steps. */
void rod_in_c(const double* in, double* out);

#ifdef __cplusplus
}
#endif
#endif
