model Rotor "two pendulums on a shaft that turns: the positions at rest that are not the lowest"
  Real t1(start = 1.0), t2(start = 1.2), w1, w2;
initial equation
  der(w1) = 0;
  der(w2) = 0;
  w1 = 0;
  w2 = 0;
equation
  der(t1) = w1;
  der(t2) = w2;
  der(w1) = 30*cos(t1)*(2*sin(t1)+sin(t2))-2*9.81*sin(t1)-w1;
  der(w2) = 30*cos(t2)*(sin(t1)+sin(t2))-9.81*sin(t2)-w2;
end Rotor;
