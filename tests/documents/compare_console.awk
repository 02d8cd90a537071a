# Compares the console blocks of a page (first file) with what its commands printed (second file).
function fail(text) {
  printf "%s: command %d: %s\n  $ %s\n", page, n, text, command[n]
  wrong = 1
}

# Pieces between dots must occur in order; the first one at the start, the last one at the end.
function matches(line, pattern,    pieces, count, i, at) {
  count = split(pattern, pieces, /\.\.\./)
  if (count == 1) return line == pattern
  if (substr(line, 1, length(pieces[1])) != pieces[1]) return 0
  line = substr(line, length(pieces[1]) + 1)
  for (i = 2; i < count; ++i) {
    if (pieces[i] == "") continue
    at = index(line, pieces[i])
    if (!at) return 0
    line = substr(line, at + length(pieces[i]))
  }
  if (length(line) < length(pieces[count])) return 0
  return substr(line, length(line) - length(pieces[count]) + 1) == pieces[count]
}

# Whether the promised lines from `w` on describe the printed lines from `p` on. A line of dots stands for any lines.
function agree(w, p,    q) {
  for (; w <= promises[n]; ++w) {
    if (promised[n, w] == "...") {
      for (q = p; q <= lines[n] + 1; ++q)
        if (agree(w + 1, q)) return 1
      return 0
    }
    if (p > lines[n] || !matches(printed[n, p], promised[n, w])) return 0
    if (w > furthest) furthest = w
    ++p
  }
  return p > lines[n]
}

FNR == 1 { ++file; n = 0 }
file == 1 {
  page = FILENAME
  if (/^```/) inside = ($0 == "```console")
  else if (inside && /^\$ /) command[++n] = substr($0, 3)
  else if (inside) promised[n, ++promises[n]] = $0
  total = n
  next
}
/^@@command / { n = $2; next }
/^@@status / { status[n] = $2; next }
{ printed[n, ++lines[n]] = $0 }

END {
  if (!total) { print page ": no commands"; exit 1 }
  for (n = 1; n <= total; ++n) {
    if (!(n in status)) { fail("did not run"); continue }
    if (status[n] != 0 && command[n + 1] != "echo $?") fail("ended with " status[n])
    while (lines[n] > 0 && printed[n, lines[n]] == "") --lines[n]
    while (promises[n] > 0 && promised[n, promises[n]] == "") --promises[n]
    furthest = 0
    if (promises[n] > 0 && !agree(1, 1)) {
      fail("the page and the output differ behind line " furthest " of the page's output")
      for (i = 1; i <= lines[n]; ++i) print "  printed:  " printed[n, i]
      for (i = 1; i <= promises[n]; ++i) print "  promised: " promised[n, i]
    }
  }
  exit wrong
}
