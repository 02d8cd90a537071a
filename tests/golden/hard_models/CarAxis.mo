// Origin: the car axis of the IVP test set (problem 6), index 3. At the start the road is level: there the constraint of the left wheel says nothing about its height yl, which must be a state, though xb and yb, which
// decide that, have no start values.
model CarAxis
  parameter Real L = 1, L0 = 0.5, eps = 0.01, M = 10, h = 0.1, omega = 10, k = M*eps^2/2;
  Real xl(start = 0), yl(start = 0.5), xr(start = 1), yr(start = 0.5), vxl(start = -0.5), vyl(start = 0), vxr(start = -0.5), vyr(start = 0);
  Real lam[2], xb, yb, ll, lr;
equation
  yb = h*sin(omega*time);
  xb = sqrt(L^2 - yb^2);
  ll = sqrt(xl^2 + yl^2);
  lr = sqrt((xr - xb)^2 + (yr - yb)^2);
  der(xl) = vxl;
  der(yl) = vyl;
  der(xr) = vxr;
  der(yr) = vyr;
  k*der(vxl) = (L0 - ll)*xl/ll + lam[1]*xb + 2*lam[2]*(xl - xr);
  k*der(vyl) = (L0 - ll)*yl/ll + lam[1]*yb + 2*lam[2]*(yl - yr) - k;
  k*der(vxr) = (L0 - lr)*(xr - xb)/lr - 2*lam[2]*(xl - xr);
  k*der(vyr) = (L0 - lr)*(yr - yb)/lr - 2*lam[2]*(yl - yr) - k;
  0 = xb*xl + yb*yl;
  0 = (xl - xr)^2 + (yl - yr)^2 - L^2;
  annotation(experiment(StopTime = 3, Tolerance = 1e-8));
end CarAxis;
