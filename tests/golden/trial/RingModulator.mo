// Origin: the ring modulator of the IVP test set (problem 7) with its four parasitic capacitances Cs left out. The four diodes then join the four inductors in a
// ring: one current follows from the other three, index 2. Where two diodes block, their voltages follow from currents of 1e-12 A.
model RingModulator "Mixes two signals by a ring of diodes"
  constant Real pi = 3.141592653589793;
  parameter Real C = 1.6e-8, Cp = 1e-8, Lh = 4.45, Ls1 = 0.002, Ls2 = 5e-4, Ls3 = 5e-4;
  parameter Real R = 25000, Rp = 50, Rg1 = 36.3, Rg2 = 17.3, Rg3 = 17.3, Ri = 50, Rc = 600;
  parameter Real Is = 40.67286402e-9, delta = 17.7493332 "Of the diodes";
  Real u1, u2, u7 "Voltages of capacitors";
  Real u3, u4, u5, u6 "Voltages of the ring";
  Real i1, i2, i3, i4, i5, i6, i7, i8 "Currents of inductors";
  Real ud[4] "Voltages of the diodes";
  Real q[4] = {Is*(exp(delta*ud[k]) - 1) for k in 1:4} "Currents of the diodes";
  Real signal = 0.5*sin(2e3*pi*time), carrier = 2*sin(2e4*pi*time);
equation
  ud = {u3 - u5 - u7 - carrier, -u4 + u6 - u7 - carrier, u4 + u5 + u7 + carrier, -u3 - u6 + u7 + carrier};
  C*der(u1) = i1 - 0.5*i3 + 0.5*i4 + i7 - u1/R;
  C*der(u2) = i2 - 0.5*i5 + 0.5*i6 + i8 - u2/R;
  i3 = q[1] - q[4];
  i4 = q[2] - q[3];
  i5 = q[3] - q[1];
  i6 = q[4] - q[2];
  Cp*der(u7) = -u7/Rp + q[1] + q[2] - q[3] - q[4];
  Lh*der(i1) = -u1;
  Lh*der(i2) = -u2;
  Ls2*der(i3) = 0.5*u1 - u3 - Rg2*i3;
  Ls3*der(i4) = -0.5*u1 + u4 - Rg3*i4;
  Ls2*der(i5) = 0.5*u2 - u5 - Rg2*i5;
  Ls3*der(i6) = -0.5*u2 + u6 - Rg3*i6;
  Ls1*der(i7) = -u1 + signal - (Ri + Rg1)*i7;
  Ls1*der(i8) = -u2 - (Rc + Rg1)*i8;
  annotation(experiment(StopTime = 1e-3, Tolerance = 1e-6));
end RingModulator;
