// Arithmetic of truncated power series: c[0] + c[1] s + ... + c[k] s^k, s = t - t0.
//
// Each operation fills all coefficients of its result from those of its operands, by the recurrences of
// Griewank and Walther (2008, tables 13.1 and 13.2): a product is a convolution, and a function f with f'(u)
// = g comes from y' = g u', whose coefficients are j y_j = sum_i i u_i g_(j-i). A span is one series; a
// result may not stand where an operand stands.
#pragma once

#include <span>

namespace daedalus::array::series {

using In = std::span<const double>;
using Out = std::span<double>;

void SetConstant(Out y, double value);
bool IsConstant(In u);  // no coefficient but the first

void Multiply(In u, In v, Out y);
void Divide(In u, In v, Out y);
void SquareRoot(In u, Out y);
void Exponential(In u, Out y);
void Logarithm(In u, Out y);
// Each needs the other one.
void SineAndCosine(In u, Out sine, Out cosine);
void HyperbolicSineAndCosine(In u, Out sine, Out cosine);

// y with y' = u'/g for g that is known, and y(0) = value: the logarithm (g = u), the arcus tangent (g = 1 +
// u^2) and their like.
void Quadrature(In u, In g, double value, Out y);

// u^exponent. A whole exponent works at u(0) = 0 and below; any other needs u(0) > 0 and a constant exponent.
// `scratch` is as long as two series.
void IntegerPower(In u, int exponent, Out y, Out scratch);
void Power(In u, double exponent, Out y);

}  // namespace daedalus::array::series
