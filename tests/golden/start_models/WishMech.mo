model WishMech "a pendulum by its angle, and a start value of its position"
  parameter Real l = 2;
  Real phi, w, x(start = 1), y;
equation
  x = l*sin(phi);
  y = -l*cos(phi);
  der(phi) = w;
  der(w) = -9.81/l*sin(phi);
end WishMech;
