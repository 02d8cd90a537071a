// Origin: our own. Two relays, of which one is felt by the other, and a third relation that is crossed at the very instant at which the first surface is reached, and never slides because both of its values drive z the same way.
model CrossingSurfaces
  Real x(start = 0.5, fixed = true), y(start = 0.5, fixed = true), z(start = -1, fixed = true);
equation
  der(x) = (if x > 0 then -1 else 1)*(if z > 0 then 1 else 2);
  der(y) = (if y > 0 then -1 else 1) + 0.5*(if x > 0 then 1 else -1);
  der(z) = if z > 0 then 1 else 4;
  annotation(experiment(StopTime = 2, Interval = 0.05, Tolerance = 1e-8));
end CrossingSurfaces;
