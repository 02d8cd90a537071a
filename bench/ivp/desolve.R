# DASPK and RADAU5 of the package deSolve on one test problem, as compiled models, measured.
#   Rscript desolve.R LIBRARY PROBLEM SECONDS LIMIT INTERVALS RTOL...
# prints a line "desolve,METHOD,RTOL,OK,STEPS,SECONDS,DIGITS" for each tolerance. A run is repeated for SECONDS in all, at
# least three times if short, and the least time counts; after one longer than LIMIT no tighter tolerance is tried.
# Results are asked for at so many equal INTERVALS; 1: at the end alone.
suppressMessages(library(deSolve))
arguments <- commandArgs(trailingOnly = TRUE)
library_path <- arguments[1]
problem <- arguments[2]
min_seconds <- as.numeric(arguments[3])
limit <- as.numeric(arguments[4])
intervals <- as.integer(arguments[5])
tolerances <- as.numeric(arguments[-(1:5)])
dll <- dyn.load(library_path)
dll_name <- sub("\\.[^.]*$", "", basename(library_path))

chosen <- .C("ivp_choose", problem, size = 0L, num_restarts = 0L)
n <- chosen$size
if (n == 0) quit(status = 0)
p <- .C("ivp_describe", y0 = double(n), yp0 = double(n), scale = double(n), restarts = double(chosen$num_restarts),
        t_end = 0, index = integer(n), num_algebraic = 0L, constant_mass = 0L, mass = double(n * n))
nind <- c(sum(p$index == 1), sum(p$index == 2), sum(p$index == 3))
mass <- matrix(p$mass, n, n)
diagonal_mass <- all(mass[row(mass) != col(mass)] == 0)
ends <- c(p$restarts, p$t_end)

# DASPK's least step is 4 eps |t_out|: a far end needs points on the way.
times_to <- function(from, to) {
  if (from == 0 && to > 1e6) sort(unique(c(10^seq(-6, log10(to), by = 1), points_to(from, to)))) else points_to(from, to)
}

# The points of the grid inside of a piece, with its ends.
points_to <- function(from, to) {
  grid <- if (intervals > 1) p$t_end * (1:(intervals - 1)) / intervals else double(0)
  c(from, grid[grid > from * (1 + 1e-12) & grid < to * (1 - 1e-12)], to)
}

solve <- list(
  daspk = function(y, yp, from, to, rtol) {
    daspk(y, times_to(from, to), parms = 0, dy = yp, res = "ivp_res", jacres = "ivp_jacres", jactype = "fullusr",
          nind = nind, nalg = p$num_algebraic, rtol = rtol, atol = rtol * p$scale, maxsteps = 2e6, dllname = dll_name,
          initfunc = "ivp_init", ynames = FALSE)
  },
  radau5 = function(y, yp, from, to, rtol) {
    options <- if (diagonal_mass) list(mass = matrix(diag(mass), 1), massup = 0, massdown = 0) else list(mass = mass)
    do.call(radau, c(list(y, points_to(from, to), func = "ivp_derivs", parms = 0, jacfunc = "ivp_jac", jactype = "fullusr",
                          nind = nind, rtol = rtol, atol = rtol * p$scale, maxsteps = 2e6, dllname = dll_name,
                          initfunc = "ivp_init", ynames = FALSE), options))
  })

# All pieces of one run. `targets`: how many callbacks each piece makes, from a run before; 0: not known yet.
run_once <- function(method, rtol, targets) {
  y <- p$y0
  yp <- p$yp0
  from <- 0
  seconds <- 0
  steps <- 0
  calls <- integer(length(ends))
  for (piece in seq_along(ends)) {
    start <- .C("ivp_make_consistent", from, y = y, yp = yp)
    .C("ivp_arm", as.integer(targets[piece]))
    out <- solve[[method]](start$y, start$yp, from, ends[piece], rtol)
    clock <- .C("ivp_clock", seconds = 0, calls = 0L)
    last <- out[nrow(out), ]
    state <- attributes(out)$istate
    steps <- steps + state[2]
    if (last[1] != ends[piece] || any(!is.finite(last))) return(list(ok = FALSE, steps = steps))
    seconds <- seconds + clock$seconds
    calls[piece] <- clock$calls
    y <- as.double(last[-1])
    yp <- start$yp
    from <- ends[piece]
  }
  list(ok = TRUE, steps = steps, seconds = seconds, calls = calls, y = y)
}

measure <- function(method, rtol) {
  first <- run_once(method, rtol, rep(0, length(ends)))
  if (!first$ok) return(first)
  best <- Inf
  total <- 0
  repetitions <- 0
  while (total < min_seconds || (repetitions < 3 && best < min_seconds)) {
    run <- run_once(method, rtol, first$calls)
    best <- min(best, run$seconds)
    total <- total + max(run$seconds, 1e-4)  # R itself takes a millisecond
    repetitions <- repetitions + 1
  }
  c(first[c("ok", "steps", "y")], seconds = best)
}

quietly <- function(expression) {
  out <- NULL
  utils::capture.output(out <- tryCatch(suppressWarnings(expression), error = function(e) list(ok = FALSE, steps = 0)))
  out
}

for (method in names(solve)) {
  if (method == "radau5" && !p$constant_mass) next
  for (rtol in tolerances) {
    run <- quietly(measure(method, rtol))
    if (run$ok) {
      digits <- .C("ivp_digits", run$y, digits = 0)$digits
      cat(sprintf("desolve,%s,%.6g,1,%d,%.9g,%.4f\n", method, rtol, as.integer(run$steps), run$seconds, digits))
      if (run$seconds > limit) break
    } else {
      cat(sprintf("desolve,%s,%.6g,0,%d,0,0\n", method, rtol, as.integer(run$steps)))
    }
  }
}
