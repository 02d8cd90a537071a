// Right texts with tokens exchanged, removed and doubled. Names and numbers give way to other primaries,
// operators to operators, so that many mutants still follow the grammar.
#pragma once

#include <algorithm>
#include <cctype>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace daedalus::fuzz {

inline bool IsWordCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
}

// Of two characters: apart they mean something else.
inline bool IsPair(std::string_view text) {
  constexpr std::string_view kPairs[] = {":=", "<=", ">=", "<>", "==", ".*", "./", ".^", ".+", ".-"};
  return std::find(std::begin(kPairs), std::end(kPairs), text) != std::end(kPairs);
}

// Comments, which go to the end of a line, would go to the end of the text once tokens stand in one line.
inline std::vector<std::string> Tokens(std::string_view text) {
  std::vector<std::string> tokens;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i + 1;
    if (text.substr(i, 2) == "//") {
      i = std::min(text.find('\n', i), text.size());
      continue;
    }
    if (text[i] == '"') {
      end = std::min(text.find('"', i + 1), text.size() - 1) + 1;
    } else if (IsPair(text.substr(i, 2))) {
      end = i + 2;
    } else if (IsWordCharacter(text[i])) {
      // The sign of an exponent is a part of the number.
      const bool is_number = std::isdigit(static_cast<unsigned char>(text[i])) != 0;
      const auto is_exponent = [&](std::size_t at) {
        return is_number && (text[at] == '-' || text[at] == '+') && std::tolower(text[at - 1]) == 'e';
      };
      while (end < text.size() && (IsWordCharacter(text[end]) || is_exponent(end))) ++end;
    }
    if (text[i] != ' ' && text[i] != '\n') tokens.emplace_back(text.substr(i, end - i));
    i = end;
  }
  return tokens;
}

inline constexpr std::string_view kPrimaries[] = {"0",
                                                  "-1",
                                                  "1e9",
                                                  "true",
                                                  "\"s\"",
                                                  "{1, 2}",
                                                  "[1, 2; 3, 4]",
                                                  "time",
                                                  "x",
                                                  "y[0]",
                                                  "v",
                                                  "N",
                                                  "fill(1, 99999999)",
                                                  "size(v)",
                                                  "size(v, 1)",
                                                  "size(J, 2)",
                                                  "size(w, 1)",
                                                  "ndims(J)",
                                                  "fill(0, 0)",
                                                  "1:3",
                                                  "String(1)",
                                                  "StateSelect.never",
                                                  "StateSelect",
                                                  "StateSelect(N)",
                                                  "Boolean",
                                                  "sum(Integer(s) for s in StateSelect)",
                                                  "if N > 1 then w[7] else x",
                                                  "sum(k for k in 1:3)",
                                                  "der(u)",
                                                  "der(der(phi))",
                                                  "v[end]",
                                                  "w[:]",
                                                  "w[2:1]",
                                                  "J[1]",
                                                  "cat(1, w, w)",
                                                  "smooth(0, x)",
                                                  "pre(x)",
                                                  "sin(i)",
                                                  "f(x)",
                                                  "A.b",
                                                  "max(w)",
                                                  "transpose(J)",
                                                  "w * w",
                                                  "not true",
                                                  "if x then 1 else 2"};
inline constexpr std::string_view kOperators[] = {"+",  "-",   "*",  "/", "^", ".*", "./", ".^", "<",
                                                  "==", "and", "or", "=", ",", ";",  "(",  ")"};

inline std::string Mutated(std::vector<std::string> tokens, std::mt19937& random) {
  const auto pick = [&](std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random);
  };
  for (std::size_t n = 1 + pick(2); n > 0 && !tokens.empty(); --n) {
    const std::size_t at = pick(tokens.size());
    const std::size_t action = pick(10);
    if (action == 0) {
      tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(at));
    } else if (action == 1) {
      tokens.insert(tokens.begin() + static_cast<std::ptrdiff_t>(at), tokens[pick(tokens.size())]);
    } else if (action == 2) {
      tokens[at] = tokens[pick(tokens.size())];
    } else if (IsWordCharacter(tokens[at][0])) {
      tokens[at] = std::string(kPrimaries[pick(std::size(kPrimaries))]);
    } else {
      tokens[at] = std::string(kOperators[pick(std::size(kOperators))]);
    }
  }
  std::string text;
  for (const std::string& token : tokens) text += token + " ";
  return text;
}

}  // namespace daedalus::fuzz
