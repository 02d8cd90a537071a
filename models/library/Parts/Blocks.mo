within Parts;
package Blocks "Signals and what is done to them"
  import Parts.Units;

  connector Input = input Real;
  connector Output = output Real;

  connector BooleanInput = input Boolean;
  connector BooleanOutput = output Boolean;

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

  block Step
    extends Source;
    parameter Real height = 1;
    parameter Real offset = 0;
    parameter Units.Time start = 0;
  equation
    y = offset + (if time < start then 0 else height);
  end Step;

  block Limiter
    extends SingleSignal;
    parameter Real high = 1, low = -high;
  equation
    y = smooth(0, if u > high then high else if u < low then low else u);
  end Limiter;

  block Selector "One of two signals"
    BooleanInput first;
    Input u1, u2;
    Output y;
  equation
    y = if first then u1 else u2;
  end Selector;

  block Above "Whether a signal is above a threshold"
    Input u;
    BooleanOutput y;
    parameter Real threshold = 0;
  equation
    y = u > threshold;
  end Above;

  block Hysteresis "Becomes true above `high`, and false below `low`"
    Input u;
    BooleanOutput y(start = y_start, fixed = true);
    parameter Real low = 0, high = 1;
    parameter Boolean y_start = false;
  equation
    y = u > high or pre(y) and u >= low;
  end Hysteresis;

  block BooleanStep
    BooleanOutput y;
    parameter Units.Time start = 0;
    parameter Boolean before = false;
  equation
    y = if time < start then before else not before;
  end BooleanStep;

  block Pulse "True for `width` in each `period`"
    BooleanOutput y;
    parameter Units.Time period = 1, width = period / 2, start = 0;
  protected
    discrete Units.Time begin(start = start - period, fixed = true) "of the last pulse";
  equation
    when sample(start, period) then
      begin = time;
    end when;
    y = time < begin + width;
  end Pulse;

  block PulseWidth "True for that part of each period which the signal says, as it was at the begin of the period"
    Input u "between 0 and 1";
    BooleanOutput y;
    parameter Units.Time period = 1e-3;
  protected
    discrete Units.Time end_of_pulse(start = 0, fixed = true);
  equation
    when sample(0, period) then
      end_of_pulse = time + period * min(max(u, 0), 1);
    end when;
    y = time < end_of_pulse;
  end PulseWidth;

  block And
    BooleanInput u1, u2;
    BooleanOutput y;
  equation
    y = u1 and u2;
  end And;

  block Or
    BooleanInput u1, u2;
    BooleanOutput y;
  equation
    y = u1 or u2;
  end Or;

  block Not
    BooleanInput u;
    BooleanOutput y;
  equation
    y = not u;
  end Not;

  block FlipFlop "Set by one signal, reset by another; reset is stronger"
    BooleanInput set, reset;
    BooleanOutput y(start = false, fixed = true);
  equation
    y = not reset and (set or pre(y));
  end FlipFlop;

  block Toggle "Changes at each rising edge"
    BooleanInput u;
    BooleanOutput y(start = false, fixed = true);
  equation
    when u then
      y = not pre(y);
    end when;
  end Toggle;

  block Counter "Counts rising edges"
    BooleanInput u;
    Integer count(start = 0, fixed = true);
  equation
    when u then
      count = pre(count) + 1;
    end when;
  end Counter;

  block Timer "The time since a signal became true; zero while it is false"
    BooleanInput u;
    Output y;
  protected
    discrete Units.Time since(start = 0, fixed = true);
  equation
    when {u, initial()} then
      since = time;
    end when;
    y = if u then time - since else 0;
  end Timer;

  block OnDelay "True once the input has been true for a while"
    BooleanInput u;
    BooleanOutput y;
    parameter Units.Time wait = 1;
  protected
    discrete Units.Time due(start = 0, fixed = true);
  equation
    when {u, initial()} then
      due = time + wait;
    end when;
    y = u and time >= due;
  end OnDelay;

  partial block SampledBlock "Acts at start, start + period, start + 2 period, ..., and holds its output between them"
    extends SingleSignal;
    parameter Units.Time period = 0.1, start = 0;
  protected
    Boolean tick = sample(start, period);
  end SampledBlock;

  block ZeroOrderHold
    extends SampledBlock;
  protected
    discrete Real held(start = 0, fixed = true);
  equation
    when {tick, initial()} then
      held = u;
    end when;
    y = held;
  end ZeroOrderHold;

  block UnitDelay "What the input was one sample before"
    extends SampledBlock;
    parameter Real y_start = 0;
  protected
    discrete Real now(start = y_start, fixed = true), before(start = y_start, fixed = true);
  equation
    when tick then
      now = u;
      before = pre(now);
    end when;
    y = before;
  end UnitDelay;

  block SampledPi "k (e + sum of e period/Ti), limited, without winding up"
    extends SampledBlock;
    parameter Real k = 1;
    parameter Units.Time Ti = 1;
    parameter Real high = 1e10, low = -high "limits of the output";
  protected
    discrete Real sum(start = 0, fixed = true), out(start = 0, fixed = true), wish(start = 0, fixed = true);
  equation
    when tick then
      wish = k * (u + pre(sum) + u * period / Ti);
      out = min(max(wish, low), high);
      sum = if wish >= low and wish <= high then pre(sum) + u * period / Ti else pre(sum);
    end when;
    y = out;
  end SampledPi;
end Blocks;
