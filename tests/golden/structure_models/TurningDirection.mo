// A leading matrix of rank one that turns with the state: q*(q . (x, y)' - f) and two constraints in one. The equation that gives way has the multiplier cos(th) or sin(th),
// of which each vanishes now and then, so that the other one must give way from there on. By construction x = sin(t), y = cos(t); k is there to make events.
model TurningDirection
  Real x(start = 0), y(start = 1), th, c, s;
  discrete Real k(start = 1);
equation
  when sample(1, 1) then
    k = -pre(k);
  end when;
  th = x + 2*y + time;
  c = cos(th);
  s = sin(th);
  c*(c*der(x) + s*der(y)) + (x - sin(time)) + 2*(y - cos(time)) = c*(c*cos(time) - s*sin(time));
  s*(c*der(x) + s*der(y)) - (x - sin(time)) + (3 + k/2)*(y - cos(time)) = s*(c*cos(time) - s*sin(time));
  annotation(experiment(StopTime = 10, Tolerance = 1e-8));
end TurningDirection;
