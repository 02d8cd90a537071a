model Bridge "bridge rectifier with capacitor voltage fixed, exponential diodes with leak"
  parameter Real Is = 1e-9, Vt = 0.03, Rs = 0.5;
  Real vs, va, vb, vp, vn, i[4], vc(start = 7, fixed = true), is;
equation
  vs = 10*sin(314.159*time + 1);
  vs - is*Rs = va - vb;
  i[1] = Is*(exp((va - vp)/Vt) - 1) + 1e-6*(va - vp);
  i[2] = Is*(exp((vb - vp)/Vt) - 1) + 1e-6*(vb - vp);
  i[3] = Is*(exp((vn - va)/Vt) - 1) + 1e-6*(vn - va);
  i[4] = Is*(exp((vn - vb)/Vt) - 1) + 1e-6*(vn - vb);
  is + i[3] = i[1];
  i[4] - is = i[2];
  vn = 0;
  vc = vp - vn;
  1e-4*der(vc) = i[1] + i[2] - vc/100;
end Bridge;
