// Origin: the impact oscillator (e.g. S. W. Shaw, P. J. Holmes, J. Sound Vib. 90 (1983) 129), without drive and with the wall at rest position: half
// a period pi/w between impacts, the speed falls by e at each.
model ImpactOscillator "A mass on a spring that hits a wall at its rest position"
  parameter Real w(unit = "rad/s") = 2, e = 0.9;
  Real x(unit = "m", start = 1, fixed = true), v(unit = "m/s", start = 0, fixed = true);
  Integer hits(start = 0, fixed = true);
  discrete Real t_last(unit = "s", start = 0, fixed = true), speed(unit = "m/s", start = 0, fixed = true) "After the last impact";
equation
  der(x) = v;
  der(v) = -w ^ 2 * x;
  when x < 0 then
    hits = pre(hits) + 1;
    t_last = time;
    speed = -e * pre(v);
    reinit(v, speed);
  end when;
  annotation(experiment(StopTime = 15, Interval = 0.1, Tolerance = 1e-8));
end ImpactOscillator;
