model Bubble "a bubble point by Antoine equations"
  parameter Real x1 = 0.4;
  Real T(start = 90), y1, y2, P1, P2;
  Real h(start = 0, fixed = true);
equation
  der(h) = T;
  P1 = 10^(8.07131-1730.63/(233.426+T));
  P2 = 10^(8.20417-1642.89/(230.3+T));
  y1*760 = x1*P1;
  y2*760 = (1-x1)*P2;
  y1+y2 = 1;
end Bubble;
