package Circuits "Components, connected"
  connector Pin
    Real v(unit = "V") "equal in all connected pins";
    flow Real i(unit = "A") "adds up to zero";
  end Pin;

  partial model TwoPin "What resistors and capacitors have in common"
    Pin p, n;
    Real v(unit = "V") = p.v - n.v;
  equation
    p.i + n.i = 0;
  end TwoPin;

  model Resistor
    extends TwoPin;
    parameter Real R(unit = "Ohm") = 1;
  equation
    v = R*p.i;
  end Resistor;

  model Capacitor
    extends TwoPin(v(start = 0, fixed = true));
    parameter Real C(unit = "F") = 1;
  equation
    C*der(v) = p.i;
  end Capacitor;

  model Battery
    extends TwoPin;
    parameter Real V(unit = "V") = 1;
  equation
    v = V;
  end Battery;

  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;

  model Filter "A low-pass filter of two stages"
    Battery battery(V = 10);
    Resistor R[2](each R = 1000);
    Capacitor C[2](each C = 1e-6);
    Ground ground;
  equation
    connect(battery.p, R[1].p);
    connect(R[1].n, R[2].p);
    connect(R[1].n, C[1].p);
    connect(R[2].n, C[2].p);
    connect(C[1].n, ground.p);
    connect(C[2].n, ground.p);
    connect(battery.n, ground.p);
    annotation(experiment(StopTime = 0.01));
  end Filter;
end Circuits;
