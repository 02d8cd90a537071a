// Trap 12: the mean over a period: pre(x) is the integral before the event, reinit comes after all evaluation. The mean of t over each second is k + 1/2; of t^2, k^2 + k + 1/3.
model Trap12MeanReset
  Real x(start = 0, fixed = true), z(start = 0, fixed = true);
  discrete Real mean(start = 0, fixed = true), square(start = 0, fixed = true), seen(start = 0, fixed = true);
equation
  der(x) = time;
  der(z) = time ^ 2;
  when sample(1, 1) then
    reinit(x, 0);
    mean = pre(x);
    square = pre(z);
    reinit(z, 0);
  end when;
  when change(mean) then
    seen = mean + x;
  end when;
  annotation(experiment(StopTime = 5.5, Interval = 0.05, Tolerance = 1e-8));
end Trap12MeanReset;
