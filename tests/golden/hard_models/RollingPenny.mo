// An upright disc rolls without slipping, a nonholonomic constraint: its centre runs on a circle of radius r*wph/wth = 1.
model RollingPenny
  parameter Real r = 0.5, m = 1;
  Real x, y, th, ph, vx, vy, wth, wph, fx "Of the ground", fy;
equation
  der(x) = vx;
  der(y) = vy;
  der(th) = wth;
  der(ph) = wph;
  vx = r*wph*cos(th);
  vy = r*wph*sin(th);
  m*der(vx) = fx;
  m*der(vy) = fy;
  m*r^2/2*der(wph) = -r*(fx*cos(th) + fy*sin(th));
  m*r^2/4*der(wth) = 0;
initial equation
  x = 0;
  y = 0;
  th = 0;
  ph = 0;
  wth = 1;
  wph = 2;
  annotation(experiment(StopTime = 10));
end RollingPenny;
