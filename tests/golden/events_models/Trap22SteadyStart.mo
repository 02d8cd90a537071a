// Trap 22: a start in steady state with homotopy() around a flow that is regularised at zero, and a flow that turns round. Two vessels hold 3 together and start at one level; from 1 to 2
// a pump moves 0.1, which flows back. With d = h1 - h2, small: d' = -2 (d + 0.1 p).
model Trap22SteadyStart
  Real h1(start = 1), h2(start = 1), q, pump = if time >= 1 and time < 2 then 0.1 else 0;
  Integer turns(start = 0, fixed = true) "How often the flow begins to go backwards";
equation
  der(h1) = -q - pump;
  der(h2) = q + pump;
  q = homotopy(noEvent(if abs(h1 - h2) < 1 then h1 - h2 else sign(h1 - h2) * sqrt(abs(h1 - h2))), 0.5 * (h1 - h2));
  when q < -0.01 then
    turns = pre(turns) + 1;
  end when;
initial equation
  der(h1) = 0;
  h1 + h2 = 3;
  annotation(experiment(StopTime = 3, Interval = 0.05, Tolerance = 1e-8));
end Trap22SteadyStart;
