// The highest derivatives of two equations depend on each other, beside a ball whose bounces switch a source among them: x + y goes on, x and y jump.
model SwitchedSource
  Real x(start=0), y, h(start=1,fixed=true), v(start=0,fixed=true); discrete Real n(start=1,fixed=true);
equation
  der(h)=v; der(v) = -9.81;
  when h < 0 then reinit(v, -pre(v)); n = -pre(n); end when;
  der(x) + der(y) + x = n;
  2*der(x) + 2*der(y) + y = 1;
  annotation(experiment(StopTime = 1));
end SwitchedSource;
