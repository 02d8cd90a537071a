// Origin: Campbell, problem 2 (4a)-(4g), there from Brenan, Campbell & Petzold: the bank angle beta that
// keeps the shuttle on a prescribed drag. Index 3, in feet, slugs, seconds and radians. V0 is illegible in
// our text; this value makes the constraint and its first derivative hold at the start. The second derivative
// of the constraint fixes cos(beta); the negative bank angle is meant. Of the start values xi, lambda, V and
// A are free; H and gamma follow from the constraint.
model ShuttleReentry "Space shuttle on a prescribed path: index 3"
  constant Real pi = 3.141592653589793 "Circle constant";
  constant Real degree(unit = "rad") = pi / 180 "One degree";
  parameter Real mu(unit = "ft3/s2") = 0.1407653916e17 "Gravitational parameter of the earth";
  parameter Real ae(unit = "ft") = 20902900 "Radius of the earth";
  parameter Real Omega(unit = "rad/s") = 0.72921159e-4 "Rotation of the earth";
  parameter Real m(unit = "slug") = 5964.496499824 "Mass of the shuttle";
  parameter Real S(unit = "ft2") = 2690 "Reference area";
  parameter Real alpha = 40 "Angle of attack in degrees, constant";
  parameter Real CL = 0.84 - 0.48 * (38 - alpha) / 26 "Coefficient of lift";
  parameter Real CD = 0.78 - 0.58 * (38 - alpha) / 26 "Coefficient of drag";
  parameter Real V0(unit = "ft/s") = 24317.0798 "Reference velocity of the path";
  parameter Real C0(unit = "ft/s2") = 3.974960446019 "Coefficient of the path";
  parameter Real C1(unit = "1/s") = -0.01448947694635 "Coefficient of the path";
  parameter Real C2(unit = "1/ft") = -0.2156171551995e-4 "Coefficient of the path";
  parameter Real C3(unit = "s/ft2") = -0.1089609507291e-7 "Coefficient of the path";
  Real H(unit = "ft", start = 264039.328, nominal = 1e5) "Altitude";
  Real xi(unit = "rad", start = 177.718047 * degree, fixed = true) "Longitude";
  Real lambda(unit = "rad", start = 32.0417885 * degree, fixed = true) "Geocentric latitude";
  Real V(unit = "ft/s", start = 24317.0798, fixed = true, nominal = 1e4) "Relative velocity";
  Real gamma(unit = "rad", start = -0.749986488 * degree, nominal = 0.01) "Flight path angle";
  Real A(unit = "rad", start = 62.7883367 * degree, fixed = true) "Azimuth";
  Real beta(unit = "rad", start = -0.71763) "Bank angle, the control";
  Real r(unit = "ft", start = 21166939, nominal = 1e7) "Distance from the centre of the earth";
  Real g(unit = "ft/s2", start = 31.4, nominal = 10) "Gravity";
  Real rho(unit = "slug/ft3", start = 3.6e-8, nominal = 1e-8) "Density of the air";
  Real D(unit = "lbf", start = 23700, nominal = 1e4) "Drag";
  Real L(unit = "lbf", start = 25100, nominal = 1e4) "Lift";
equation
  der(H) = V * sin(gamma) "(4a)";
  der(xi) = V * cos(gamma) * sin(A) / (r * cos(lambda)) "(4b)";
  der(lambda) = V / r * cos(gamma) * cos(A) "(4c)";
  der(V) = -D / m - g * sin(gamma)
    - Omega ^ 2 * r * cos(lambda) * (sin(lambda) * cos(A) * cos(gamma) - cos(lambda) * sin(gamma)) "(4d)";
  der(gamma) = L * cos(beta) / (m * V) + cos(gamma) / V * (V ^ 2 / r - g)
    + 2 * Omega * cos(lambda) * sin(A)
    + Omega ^ 2 * r * cos(lambda) / V * (sin(lambda) * cos(A) * sin(gamma) + cos(lambda) * cos(gamma)) "(4e)";
  der(A) = L * sin(beta) / (m * V * cos(gamma)) + V / r * cos(gamma) * sin(A) * tan(lambda)
    - 2 * Omega * (cos(lambda) * cos(A) * tan(gamma) - sin(lambda))
    + Omega ^ 2 * r * cos(lambda) * sin(lambda) * sin(A) / (V * cos(gamma)) "(4f)";
  0 = D / m - (C0 + C1 * (V - V0) + C2 * (V - V0) ^ 2 + C3 * (V - V0) ^ 3) "(4g) the path, the constraint";
  r = H + ae "Distance from the centre";
  g = mu / r ^ 2 "Gravity";
  rho = 0.002378 * exp(-H / 23800) "Density of the air";
  D = 0.5 * rho * CD * S * V ^ 2 "Drag";
  L = 0.5 * rho * CL * S * V ^ 2 "Lift";
  annotation(experiment(
    StartTime = 332.868734542, StopTime = 419.868734542, Interval = 0.25, Tolerance = 1e-8));
end ShuttleReentry;
