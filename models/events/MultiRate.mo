// Origin: our own. Samples every 0.1 and every 0.3 meet at every third instant although 0.3 is not 3 * 0.1 in binary; the fast one counts first
// because the slow one reads it in the same event.
model MultiRate "Two rates of sampling whose instants coincide"
  Real x(start = 0, fixed = true);
  Integer fast(start = 0, fixed = true), slow(start = 0, fixed = true), together(start = 0, fixed = true);
  Integer read(start = 0, fixed = true) "The fast count, as the slow one sees it";
  Boolean tick = sample(0, 0.1), tock = sample(0, 0.3);
equation
  der(x) = fast;
  when tick then
    fast = pre(fast) + 1;
  end when;
  when tock then
    slow = pre(slow) + 1;
    read = fast;
  end when;
  when tick and tock then
    together = pre(together) + 1;
  end when;
  annotation(experiment(StopTime = 99.95, Interval = 0.05, Tolerance = 1e-8));
end MultiRate;
