# Every listing of a page (second file) stands in an example (first file), line by line.
function check(    at, i) {
  for (at = 1; at + count - 1 <= total; ++at) {
    for (i = 1; i <= count && text[at + i - 1] == listing[i]; ++i);
    if (i > count) return
  }
  printf "%s: line %d: no example has this listing; it begins with: %s\n", FILENAME, start, listing[1]
  wrong = 1
}
FNR == 1 { ++file }
file == 1 { text[++total] = $0; next }
/^```(modelica|cpp|c)$/ { inside = 1; count = 0; start = FNR; next }
/^```/ { if (inside) check(); inside = 0; next }
inside { sub(/[ \t]+$/, ""); listing[++count] = $0 }
END { exit wrong }
