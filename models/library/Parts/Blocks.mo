within Parts;
package Blocks "Signals and what is done to them"
  import Parts.Units;

  connector Input = input Real;
  connector Output = output Real;

  partial block Source
    Output y;
  end Source;

  partial block SingleSignal
    Input u;
    Output y;
  end SingleSignal;

  block Constant
    extends Source;
    parameter Real k = 1;
  equation
    y = k;
  end Constant;

  block Sine
    extends Source;
    parameter Real amplitude = 1;
    parameter Units.Frequency f = 1;
    parameter Units.Angle phase = 0;
    parameter Real offset = 0;
  equation
    y = offset + amplitude * sin(2 * 3.141592653589793 * f * time + phase);
  end Sine;

  block Ramp "Rises from 0 to height between start and start + duration, as smoothly as a cubic can"
    extends Source;
    parameter Real height = 1;
    parameter Units.Time start = 0;
    parameter Units.Time duration = 1;
  protected
    Real x = min(max((time - start) / duration, 0), 1);
  equation
    y = height * x^2 * (3 - 2 * x);
  end Ramp;

  block Gain
    extends SingleSignal;
    parameter Real k = 1;
  equation
    y = k * u;
  end Gain;

  block Sum
    parameter Integer n = 2 "number of inputs";
    parameter Real k[n] = ones(n) "their factors";
    Input u[n];
    Output y;
  equation
    y = k * u;
  end Sum;

  block Integrator
    extends SingleSignal(y(start = y_start, fixed = true));
    parameter Real k = 1;
    parameter Real y_start = 0;
  equation
    der(y) = k * u;
  end Integrator;

  block FirstOrder
    extends SingleSignal(y(start = y_start, fixed = true));
    parameter Real k = 1;
    parameter Units.Time T = 1;
    parameter Real y_start = 0;
  equation
    T * der(y) = k * u - y;
  end FirstOrder;

  block TransferFunction "b(s)/a(s) in controller form, the highest power first"
    extends SingleSignal;
    parameter Real b[:] = {1};
    parameter Real a[:] = {1, 1};
    Real x[size(a, 1) - 1](each start = 0, each fixed = true);
  protected
    parameter Integer nx = size(a, 1) - 1;
    parameter Real bb[size(a, 1)] = vector([zeros(size(a, 1) - size(b, 1)); b]);
    parameter Real d = bb[1] / a[1];
  equation
    if nx == 0 then
      y = d * u;
    else
      a[1] * der(x[1]) = -a[2:nx + 1] * x + u;
      der(x[2:nx]) = x[1:nx - 1];
      y = (bb[2:nx + 1] - d * a[2:nx + 1]) * x + d * u;
    end if;
  end TransferFunction;

  block Pid "k (e + integral(e)/Ti + Td de/dt), the last part filtered"
    Input set, measured;
    Output y;
    parameter Real k = 1;
    parameter Units.Time Ti = 1;
    parameter Units.Time Td = 0;
    parameter Real N = 10 "the filter has the time constant Td/N";
    Real e = set - measured;
    Real integral(start = 0, fixed = true);
    Real slow(start = 0, fixed = true) "filtered error";
  equation
    der(integral) = e / Ti;
    max(Td, 1e-9) / N * der(slow) = e - slow;
    y = k * (e + integral + Td * der(slow));
  end Pid;
end Blocks;
