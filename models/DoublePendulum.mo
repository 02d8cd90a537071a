// Origin: Cellier & Kofman (8.142), section 8.12: the form M(q) q'' = h(q, q') + f(q) of a tree of bodies, of
// which the text gives no example: two point masses on massless rods, with the angles from the vertical as
// coordinates. The accelerations are coupled by the mass matrix, a linear algebraic loop of two. All values
// are our choice.
model DoublePendulum "Double pendulum with its mass matrix"
  constant Real pi = 3.141592653589793 "Circle constant";
  parameter Real m1(unit = "kg") = 1 "Upper mass";
  parameter Real m2(unit = "kg") = 0.5 "Lower mass";
  parameter Real l1(unit = "m") = 1 "Length of the upper rod";
  parameter Real l2(unit = "m") = 0.8 "Length of the lower rod";
  parameter Real g(unit = "m/s2") = 9.81 "Gravity";
  parameter Real M11(unit = "kg.m2") = (m1 + m2) * l1 ^ 2 "Element of the mass matrix";
  parameter Real M22(unit = "kg.m2") = m2 * l2 ^ 2 "Element of the mass matrix";
  Real q1(unit = "rad", start = pi / 4, fixed = true) "Angle of the upper rod, a state";
  Real q2(unit = "rad", start = -pi / 6, fixed = true) "Angle of the lower rod, a state";
  Real w1(unit = "rad/s", start = 0, fixed = true) "Rate of q1, a state";
  Real w2(unit = "rad/s", start = 0, fixed = true) "Rate of q2, a state";
  Real M12(unit = "kg.m2") "Element of the mass matrix, twice";
  Real h1(unit = "N.m") "Centrifugal term of the first row";
  Real h2(unit = "N.m") "Centrifugal term of the second row";
  Real f1(unit = "N.m") "Torque of gravity in the first row";
  Real f2(unit = "N.m") "Torque of gravity in the second row";
  Real energy(unit = "J") "Total energy, constant";
equation
  der(q1) = w1 "Rate of the upper angle";
  der(q2) = w2 "Rate of the lower angle";
  M12 = m2 * l1 * l2 * cos(q1 - q2) "Coupling of the rods";
  h1 = -m2 * l1 * l2 * sin(q1 - q2) * w2 ^ 2 "Centrifugal term";
  h2 = m2 * l1 * l2 * sin(q1 - q2) * w1 ^ 2 "Centrifugal term";
  f1 = -(m1 + m2) * g * l1 * sin(q1) "Gravity";
  f2 = -m2 * g * l2 * sin(q2) "Gravity";
  M11 * der(w1) + M12 * der(w2) = h1 + f1 "(8.142), first row";
  M12 * der(w1) + M22 * der(w2) = h2 + f2 "(8.142), second row";
  energy = M11 * w1 ^ 2 / 2 + M12 * w1 * w2 + M22 * w2 ^ 2 / 2
    - (m1 + m2) * g * l1 * cos(q1) - m2 * g * l2 * cos(q2) "Kinetic and potential energy";
  annotation(experiment(StartTime = 0, StopTime = 10, Interval = 0.02, Tolerance = 1e-9));
end DoublePendulum;
