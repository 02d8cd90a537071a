// The generators of Modelica.Math.Random, to the bit: Vigna's xorshift64*, xorshift128+ and xorshift1024*
// [Vig16].
//
// A state is a list of 32-bit Integers, the halves of 64-bit words, the lower half first. A number in (0, 1)
// is made of a word w, read as a signed integer: w / 2^64 + 1/2 [Doo07].
//
// [Vig16] S. Vigna, An experimental exploration of Marsaglia's xorshift generators, scrambled, ACM Trans.
// Math. Softw. 42(4), 2016. [Doo07] J. Doornik, Conversion of high-period random numbers to floating point,
// ACM Trans. Model. Comput. Simul. 17(1), 2007.
#pragma once

#include <cstdint>
#include <span>

namespace daedalus::native {

// Each steps the state once and returns its number. Of 2, 4 and 33 Integers; the last of 33 is the place in
// the others.
double Xorshift64Star(std::span<std::int32_t> state);
double Xorshift128Plus(std::span<std::int32_t> state);
double Xorshift1024Star(std::span<std::int32_t> state);

}  // namespace daedalus::native
