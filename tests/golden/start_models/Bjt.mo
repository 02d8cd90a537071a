model Bjt "common emitter with divider, Ebers-Moll"
  parameter Real Is = 1e-15, Vt = 0.02585, bf = 200, br = 2, Vcc = 12;
  Real vb, vc, ve, ib, ic, ie, vbe, vbc, i1, i2;
  Real u(start = 0, fixed = true);
equation
  vbe = vb - ve; vbc = vb - vc;
  ic = Is*(exp(vbe/Vt) - exp(vbc/Vt)) - Is/br*(exp(vbc/Vt) - 1);
  ib = Is/bf*(exp(vbe/Vt) - 1) + Is/br*(exp(vbc/Vt) - 1);
  ie = ic + ib;
  i1 = (Vcc - vb)/47e3; i2 = vb/10e3; i1 = i2 + ib;
  ic = (Vcc - vc)/2.2e3;
  ie = ve/560;
  1e-3*der(u) = vc - u;
end Bjt;
