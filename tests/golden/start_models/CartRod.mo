model CartRod "a rod on a cart, by conditions on what need not be states"
  parameter Real l = 1;
  Real x(start = 0, fixed = true), th(start = 0.3), vx(start = 0), w, N;
initial equation
  w = 0.5;
  th = 0.4;
  vx = 0.1;
equation
  der(x) = vx;
  der(th) = w;
  2*der(vx)+cos(th)*der(w)-sin(th)*w^2 = 0;
  cos(th)*der(vx)+der(w)+9.81*sin(th) = 0;
  N = w^2+cos(th);
end CartRod;
