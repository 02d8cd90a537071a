package Divider
  connector Pin "an electrical pin"
    Real v(unit="V");
    flow Real i(unit="A");
    annotation(Icon(graphics={Rectangle(extent={{-100,-100},{100,100}}, lineColor={0,0,255},
      fillColor={0,0,255}, fillPattern=FillPattern.Solid)}));
  end Pin;
  partial model OnePort
    Pin p annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    Pin n annotation(Placement(transformation(extent={{90,-10},{110,10}})));
    annotation(Icon(graphics={Text(extent={{-150,90},{150,50}}, textString="%name", textColor={0,0,255})}));
  end OnePort;
  model Resistor "an ideal resistor"
    extends OnePort;
    parameter Real R(unit="Ohm");
    annotation(Icon(graphics={Rectangle(extent={{-70,30},{70,-30}}, lineColor={0,0,255}, fillColor={255,255,255},
      fillPattern=FillPattern.Solid), Line(points={{-90,0},{-70,0}}, color={0,0,255}), Line(points={{70,0},{90,0}},
      color={0,0,255}), Text(extent={{-150,-40},{150,-80}}, textString="R=%R")}));
  end Resistor;
  model Source
    extends OnePort;
    parameter Real V(unit="V") = 12;
    annotation(Icon(graphics={Ellipse(extent={{-50,50},{50,-50}}, lineColor={0,0,255}), Line(points={{-90,0},{90,0}},
      color={0,0,255}), Text(extent={{-150,-60},{150,-100}}, textString="%V")}));
  end Source;
  model Ground
    Pin p annotation(Placement(transformation(extent={{-10,90},{10,110}})));
    annotation(Icon(graphics={Line(points={{-60,50},{60,50}}, color={0,0,255}), Line(points={{-40,30},{40,30}},
      color={0,0,255}), Line(points={{-20,10},{20,10}}, color={0,0,255}), Line(points={{0,90},{0,50}}, color={0,0,255})}));
  end Ground;
  model Example "a voltage divider"
    parameter Boolean loaded = false;
    Source source annotation(Placement(transformation(extent={{-10,10},{10,-10}}, rotation=-90, origin={-60,0})));
    Resistor upper(R=1000) annotation(Placement(transformation(extent={{-40,30},{-20,50}})));
    Resistor lower(R=2200) annotation(Placement(transformation(extent={{-10,-10},{10,10}}, rotation=-90)));
    Resistor load(R=1e5) if loaded annotation(Placement(transformation(extent={{-10,-10},{10,10}}, rotation=-90,
      origin={40,0})));
    Ground ground annotation(Placement(transformation(extent={{-10,-70},{10,-50}})));
  equation
    connect(source.p, upper.p) annotation(Line(points={{-60,10},{-60,40},{-40,40}}, color={0,0,255}));
    connect(upper.n, lower.p) annotation(Line(points={{-20,40},{0,40},{0,10}}, color={0,0,255}));
    connect(lower.n, ground.p) annotation(Line(points={{0,-10},{0,-50}}, color={0,0,255}));
    connect(source.n, ground.p) annotation(Line(points={{-60,-10},{-60,-40},{0,-40},{0,-50}}, color={0,0,255}));
    connect(upper.n, load.p) annotation(Line(points={{-20,40},{40,40},{40,10}}, color={0,0,255}));
    connect(load.n, ground.p) annotation(Line(points={{40,-10},{40,-40},{0,-40},{0,-50}}, color={0,0,255}));
    annotation(Diagram(coordinateSystem(extent={{-100,-80},{80,80}}), graphics={Text(extent={{-90,78},{70,58}},
      textString="a voltage divider", textColor={128,128,128})}));
  end Example;
end Divider;
