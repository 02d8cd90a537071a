// Origin: our own, after Filippov (1988), on the intersection of two surfaces. y gets to 0 first, at 2/15, and slides there with the mean -1/2 of its relay; x gets there at 0.88, and from there on both relays have the mean 0.
model TwoRelays
  Real x(start = 1, fixed = true), y(start = 0.2, fixed = true);
  Real sx, sy;
  Real meanX(start = 0, fixed = true), meanY(start = 0, fixed = true);
equation
  sx = if x > 0 then 1 else -1;
  sy = if y > 0 then 1 else -1;
  der(x) = -sx + 0.5*sy;
  der(y) = -sy - 0.5*sx;
  der(meanX) = sx;
  der(meanY) = sy;
  annotation(experiment(StopTime = 2, Interval = 0.05, Tolerance = 1e-8));
end TwoRelays;
