model CstrThree "three steady states; the start value of T chooses"
  parameter Real T0 = 350;
  Real c(start = 0.5), T(start = T0);
  Real k;
initial equation
  der(c) = 0; der(T) = 0;
equation
  k = 7.2e10*exp(-8750/T);
  der(c) = (1 - c) - k*c;
  der(T) = (350 - T) + 209.2*k*c + 2.09*(300 - T);
end CstrThree;
