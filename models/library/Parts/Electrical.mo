within Parts;
package Electrical "Circuits of lumped elements"
  import Parts.Units;

  connector Pin "A terminal of an element"
    Units.Voltage v "potential";
    flow Units.Current i "current into the element";
  end Pin;

  partial model TwoPin "An element with two terminals, through which one current flows"
    Pin p "the terminal at the higher potential when v is positive";
    Pin n;
    Units.Voltage v "voltage from p to n";
    Units.Current i "current from p to n";
  equation
    v = p.v - n.v;
    i = p.i;
    p.i + n.i = 0;
  end TwoPin;

  model Ground "The node whose potential is zero"
    Pin p;
  equation
    p.v = 0;
  end Ground;

  model Resistor
    extends TwoPin;
    parameter Units.Resistance R = 1;
  equation
    v = R * i;
  end Resistor;

  model Capacitor
    extends TwoPin;
    parameter Units.Capacitance C = 1;
  equation
    C * der(v) = i;
  end Capacitor;

  model Inductor
    extends TwoPin;
    parameter Units.Inductance L = 1;
  equation
    L * der(i) = v;
  end Inductor;

  model HeatingResistor "A resistor that warms, and whose resistance rises with its temperature"
    extends TwoPin;
    parameter Units.Resistance R = 1 "at T_ref";
    parameter Units.Temperature T_ref = 293.15;
    parameter Real alpha(unit = "1/K") = 0 "relative rise a kelvin";
    Heat.Port heat;
  equation
    v = R * (1 + alpha * (heat.T - T_ref)) * i;
    heat.Q = -v * i;
  end HeatingResistor;

  function Limited "exp(x), and beyond x_max its tangent"
    input Real x, x_max;
    output Real y;
  algorithm
    y := smooth(1, if x < x_max then exp(x) else exp(x_max) * (1 + x - x_max));
    annotation(Inline = true);
  end Limited;

  model Diode "A junction by Shockley's law, with a small conductance beside it"
    extends TwoPin;
    parameter Units.Current Is = 1e-12 "saturation current";
    parameter Units.Voltage Vt = 0.02585 "thermal voltage";
    parameter Real n_ideal = 1 "factor of ideality";
    parameter Real g(unit = "S") = 1e-9 "leakage";
    parameter Real x_max = 40 "beyond this exponent the law goes on as a straight line";
  protected
    Real x = v / (n_ideal * Vt);
  equation
    i = Is * (Limited(x, x_max) - 1) + g * v;
  end Diode;

  partial model Valve "An element that conducts well or blocks well, with s along its characteristic: the current where it conducts, else the voltage"
    extends TwoPin;
    parameter Units.Resistance Ron = 1e-5 "where it conducts";
    parameter Real Goff(unit = "S") = 1e-5 "where it blocks";
    Boolean blocking;
    Real s(start = 0);
  equation
    v = if blocking then s else Ron * s;
    i = if blocking then Goff * s else s;
  end Valve;

  model IdealSwitch "A switch that a signal closes"
    extends Valve;
    Blocks.BooleanInput closed;
  equation
    blocking = not closed;
  end IdealSwitch;

  model IdealDiode "Conducts one way, from p to n"
    extends Valve;
  equation
    blocking = s < 0;
  end IdealDiode;

  model IdealThyristor "A diode that begins to conduct when it is fired, and goes on until its current ends"
    extends Valve(blocking(start = true, fixed = true));
    Blocks.BooleanInput fire;
  equation
    blocking = s < 0 or pre(blocking) and not fire;
  end IdealThyristor;

  model VoltageSource "A voltage that a signal gives"
    extends TwoPin;
    Blocks.Input u;
  equation
    v = u;
  end VoltageSource;

  model ConstantVoltage
    extends TwoPin;
    parameter Units.Voltage V = 1;
  equation
    v = V;
  end ConstantVoltage;

  model SineVoltage
    extends TwoPin;
    parameter Units.Voltage V = 1 "amplitude";
    parameter Units.Frequency f = 1;
    parameter Units.Angle phase = 0;
  equation
    v = V * sin(2 * 3.141592653589793 * f * time + phase);
  end SineVoltage;

  model ConstantCurrent
    extends TwoPin;
    parameter Units.Current I = 1;
  equation
    i = I;
  end ConstantCurrent;

  model OpAmp "An ideal operational amplifier: no current into its inputs, no voltage between them"
    Pin plus, minus, out;
  equation
    plus.v = minus.v;
    plus.i = 0;
    minus.i = 0;
  end OpAmp;

  model LimitedOpAmp "An operational amplifier whose output follows gain*(plus - minus) as long as the supply allows"
    Pin plus, minus, out;
    parameter Real gain(min = 0) = 1e5;
    parameter Units.Voltage V_max = 12 "largest output";
  equation
    plus.i = 0;
    minus.i = 0;
    out.v = V_max * tanh(gain * (plus.v - minus.v) / V_max);
  end LimitedOpAmp;

  model Transistor "npn, by the transport form of Ebers and Moll's equations (1954)"
    Pin b "base", c "collector", e "emitter";
    parameter Units.Current Is = 1e-14 "saturation current";
    parameter Units.Voltage Vt = 0.02585 "thermal voltage";
    parameter Real beta_f = 100 "current gain forward", beta_r = 1 "and backward";
    parameter Real g(unit = "S") = 1e-12 "leakage of each junction";
    parameter Real x_max = 40 "beyond this exponent the law goes on as a straight line";
  protected
    Units.Voltage v_be = b.v - e.v, v_bc = b.v - c.v;
    Units.Current forward = Is * (Limited(v_be / Vt, x_max) - 1), backward = Is * (Limited(v_bc / Vt, x_max) - 1);
  equation
    c.i = forward - backward * (1 + 1 / beta_r) - g * v_bc;
    b.i = forward / beta_f + backward / beta_r + g * (v_be + v_bc);
    b.i + c.i + e.i = 0;
  end Transistor;

  model Transformer "Ideal: u1 = ratio * u2"
    Pin p1, n1, p2, n2;
    parameter Real ratio = 1;
  equation
    p1.v - n1.v = ratio * (p2.v - n2.v);
    ratio * p1.i + p2.i = 0;
    p1.i + n1.i = 0;
    p2.i + n2.i = 0;
  end Transformer;

  model DcMachine "Voltage and torque by one constant: v = k*w, torque = k*i"
    extends TwoPin;
    parameter Real k(unit = "N.m/A") = 1;
    Rotational.Flange shaft;
    Units.AngularVelocity w = der(shaft.phi);
  equation
    v = k * w;
    shaft.tau = -k * i;
  end DcMachine;
end Electrical;
