// Origin: Cellier & Kofman section 8.12: a closed kinematic loop is cut open, the tree takes the form
// (8.142), and the loop comes back as a constraint with its force, which makes the index 3. The text has no
// example: a slider crank of two uniform rods and a slider, the loop cut between slider and guide. All values
// are our choice. The crank is set turning at the start and goes around.
model SliderCrank "Slider crank as an open tree with a constraint: index 3"
  parameter Real m1(unit = "kg") = 2 "Mass of the crank";
  parameter Real m2(unit = "kg") = 1 "Mass of the connecting rod";
  parameter Real m3(unit = "kg") = 1 "Mass of the slider";
  parameter Real l1(unit = "m") = 0.3 "Length of the crank";
  parameter Real l2(unit = "m") = 0.8 "Length of the connecting rod";
  parameter Real g(unit = "m/s2") = 9.81 "Gravity, against y";
  parameter Real M11(unit = "kg.m2") = (m1 / 3 + m2 + m3) * l1 ^ 2 "Element of the mass matrix";
  parameter Real M22(unit = "kg.m2") = (m2 / 3 + m3) * l2 ^ 2 "Element of the mass matrix";
  parameter Real c(unit = "kg.m2") = (m2 / 2 + m3) * l1 * l2 "Factor of the coupling";
  Real q1(unit = "rad", start = 0.5, fixed = true) "Angle of the crank from the guide";
  Real q2(unit = "rad", start = -0.2) "Angle of the connecting rod from the guide";
  Real w1(unit = "rad/s", start = 10, fixed = true) "Rate of q1";
  Real w2(unit = "rad/s", start = -3) "Rate of q2";
  Real x(unit = "m") "Position of the slider";
  Real F(unit = "N", start = 0) "Force of the guide on the slider";
equation
  der(q1) = w1 "Rate of the crank";
  der(q2) = w2 "Rate of the connecting rod";
  M11 * der(w1) + c * cos(q1 - q2) * der(w2) = -c * sin(q1 - q2) * w2 ^ 2
    + (F - (m1 / 2 + m2 + m3) * g) * l1 * cos(q1) "(8.142), first row";
  c * cos(q1 - q2) * der(w1) + M22 * der(w2) = c * sin(q1 - q2) * w1 ^ 2
    + (F - (m2 / 2 + m3) * g) * l2 * cos(q2) "(8.142), second row";
  0 = l1 * sin(q1) + l2 * sin(q2) "The slider stays on its guide, the constraint";
  x = l1 * cos(q1) + l2 * cos(q2) "Position of the slider";
  annotation(experiment(StartTime = 0, StopTime = 3, Interval = 0.005, Tolerance = 1e-10));
end SliderCrank;
