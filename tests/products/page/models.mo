// Models for the tests of the page (test_page.py): a circuit in a circuit, with an event and a warning.
package PageTests
  connector Pin "An electrical pin"
    Real v(unit = "V") "Potential";
    flow Real i(unit = "A") "Current";
  end Pin;

  partial model TwoPins "Two pins with one current"
    Pin p, n;
    Real v(unit = "V") "Voltage";
    Real i(unit = "A") "Current";
  equation
    v = p.v - n.v;
    i = p.i;
    p.i + n.i = 0;
  end TwoPins;

  model Resistor "An ohmic resistor"
    extends TwoPins;
    parameter Real R(unit = "Ohm") = 2 "Resistance";
  equation
    v = R * i;
  end Resistor;

  model Capacitor "A capacitor"
    extends TwoPins;
    parameter Real C(unit = "F") = 0.5 "Capacitance";
  equation
    C * der(v) = i;
  end Capacitor;

  model Source "A source that jumps"
    extends TwoPins;
    parameter Real V(unit = "V") = 10 "Voltage after the jump";
    parameter Real at(unit = "s") = 1 "Time of the jump";
    Boolean on(start = false) "After the jump";
  equation
    on = time > at;
    v = if on then V else 0;
  end Source;

  model Ground "Where the potential is 0"
    Pin p;
  equation
    p.v = 0;
  end Ground;

  model Cell "A resistor and a capacitor"
    Pin p, n;
    Resistor r;
    Capacitor c(v(start = 0, fixed = true));
  equation
    connect(p, r.p);
    connect(r.n, c.p);
    connect(c.n, n);
  end Cell;

  model Circuit "Two cells behind a source"
    Source source;
    Cell cell[2](r(R = {2, 3}));
    Ground ground;
  equation
    connect(source.p, cell[1].p);
    for k in 1:1 loop
      connect(cell[k].n, cell[k + 1].p);
    end for;
    connect(cell[2].n, source.n);
    connect(source.n, ground.p);
    assert(cell[1].c.v < 4, "the voltage of `cell[1].c` is high", AssertionLevel.warning);
    annotation(experiment(StopTime = 10, Interval = 0.02));
  end Circuit;

  model Pendulum "A pendulum in Cartesian coordinates: index 3"
    parameter Real L(unit = "m") = 1 "Length";
    Real x(unit = "m", start = 0.6, fixed = true), y(unit = "m", start = 0.8);
    Real vx(unit = "m/s", start = 0, fixed = true), vy(unit = "m/s");
    Real F "Force in the rod over its length";
  equation
    der(x) = vx;
    der(y) = vy;
    der(vx) = -F * x;
    der(vy) = 9.81 - F * y;
    x ^ 2 + y ^ 2 = L ^ 2;
    annotation(experiment(StopTime = 5, Interval = 0.01));
  end Pendulum;

  model Chain "Many cells, for sizes"
    parameter Integer n = 100;
    Source source;
    Cell cell[n];
    Ground ground;
  equation
    connect(source.p, cell[1].p);
    for k in 1:n - 1 loop
      connect(cell[k].n, cell[k + 1].p);
    end for;
    connect(cell[n].n, source.n);
    connect(source.n, ground.p);
    annotation(experiment(StopTime = 10, Interval = 0.02));
  end Chain;

  model Tank "Shows its level"
    Real level(start = 0.2, fixed = true);
    Boolean full = level > 0.6;
  equation
    der(level) = 0.4;
    annotation(Icon(graphics = {
      Rectangle(lineColor = {0, 0, 0}, fillColor = DynamicSelect({0, 0, 255}, if full then {255, 0, 0} else {0, 0, 255}),
        fillPattern = FillPattern.Solid, extent = DynamicSelect({{-80, -80}, {80, -40}}, {{-80, -80}, {80, -80 + 160 * level}})),
      Ellipse(extent = {{-10, 80}, {10, 100}}, visible = DynamicSelect(false, full)),
      Polygon(points = {{0, 0}, {60, -5}, {60, 5}}, origin = DynamicSelect({-50, 20}, {-50, 20 + 10 * level}), rotation = DynamicSelect(90, 90 - 90 * level)),
      Text(extent = {{-80, 40}, {80, 80}}, textString = DynamicSelect("level", String(level, significantDigits = 2)), rotation = DynamicSelect(0, 90 * level))}));
  end Tank;

  model Dynamic "Its drawing changes during the run"
    Tank tank annotation(Placement(transformation(origin = {10, 20}, extent = {{-20, -20}, {20, 20}})));
    Tank other annotation(Placement(transformation(extent = {{40, -20}, {80, 20}})));
    annotation(Diagram(graphics = {Text(extent = {{-90, 60}, {90, 90}}, textString = DynamicSelect("time", "at " + String(tank.level, format = ".1f")))}),
      experiment(StopTime = 2));
  end Dynamic;

  record Orientation
    Real T[3, 3];
  end Orientation;

  model Shape "The variables of a visualizer of the standard library"
    parameter String shapeType = "box";
    Orientation R;
    Real r[3];
    Real r_shape[3] = {0, 0, 0};
    Real lengthDirection[3] = {1, 0, 0}, widthDirection[3] = {0, 1, 0};
    parameter Real length = 1, width = 0.1, height = 0.1, extra = 0;
    Real color[3] = {255, 0, 0};
  end Shape;

  model Parts "Files of CAD: one that is scaled, one that is not, one that is missing"
    Shape wedge(shapeType = "wedge.obj", r = {1, 0, 0}, R(T = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}));
    Shape scaled(shapeType = "wedge.obj", extra = 1, length = 4, width = 2, height = 0.5, r = {0, 0, 0}, R(T = {{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}));
    Shape missing(shapeType = "missing.stl", r = {0, 0, 0}, R(T = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}));
    annotation(experiment(StopTime = 1));
  end Parts;

  model Mechanism "A bar that turns about the axis z, and a spring"
    constant Real half_turn = 3.14159265358979;
    Real phi(unit = "rad", displayUnit = "deg", start = 0, fixed = true);
    Shape bar(r = {0, 0, 0}, R(T = {{cos(phi), sin(phi), 0}, {-sin(phi), cos(phi), 0}, {0, 0, 1}}));
    Shape coil(shapeType = "spring", r = {0, -1, 0}, extra = 6, width = 0.3, height = 0.03, R(T = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}));
  equation
    der(phi) = half_turn;
    annotation(experiment(StopTime = 1));
  end Mechanism;
end PageTests;
