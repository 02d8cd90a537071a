// Six ideal diodes: where one takes over from another, both voltages and currents are zero up to rounding, which must not decide.
model SixPulseBridge "A six-pulse bridge with resistor and coil"
  import Parts.Electrical.*;
  SineVoltage src[3](each V=10, each f=50, phase={0,-2.0943951023931953,2.0943951023931953});
  IdealDiode up[3], low[3];
  Inductor L(L=0.01, i(start=0,fixed=true)); Resistor R(R=2); Ground g;
equation
  for k in 1:3 loop
    connect(src[k].p, up[k].p); connect(src[k].p, low[k].n); connect(src[k].n, g.p);
    connect(up[k].n, L.p); connect(low[k].p, R.n);
  end for;
  connect(L.n, R.p);
  annotation(experiment(StopTime = 0.1, Interval = 0.001, Tolerance = 1e-8));
end SixPulseBridge;
