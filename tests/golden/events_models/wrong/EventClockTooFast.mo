model EventClockTooFast
  Real y, z;
equation
  y = sample(time, Clock(time > 1));
  z = superSample(y, 2);
end EventClockTooFast;
