package Hard
  model Drive "Which torque moves the load of an elastic drive along a given path?"
    parameter Real J1 = 1 "motor", J2 = 2 "load", c = 10 "spring between them";
    Real phi1, w1, phi2, w2;
    Real tau "torque of the motor";
  equation
    der(phi1) = w1;
    der(phi2) = w2;
    J1*der(w1) = tau - c*(phi1 - phi2);
    J2*der(w2) = c*(phi1 - phi2);
    phi2 = sin(time);
    annotation(experiment(StopTime = 3));
  end Drive;

  model Sum "The derivatives stand in one combination only"
    Real x(start = 1), y, z(start = 0);
  equation
    der(x) + der(y) = z;
    2*der(x) + 2*der(y) + x = 2*z + cos(time);
    der(z) = -x - y;
  end Sum;

  model Shafts "Two rigid couplings join the same shafts"
    Real phi1(start = 0, fixed = true), w1(start = 0, fixed = true), phi2, w2;
    Real f1 "torque in the first coupling", f2 "torque in the second coupling";
  equation
    der(phi1) = w1;
    der(phi2) = w2;
    der(w1) = 1 - f1 - f2;
    der(w2) = f1 + f2;
    phi1 = phi2;
    2*phi1 = 2*phi2;
  end Shafts;
end Hard;
