// Signals on buses, values given by modifiers, and redeclared parts.
connector RI = input Real;
connector BO = output Boolean;
connector Pin
  Real v;
  flow Real i;
end Pin;
expandable connector Bus
  Real declared;
end Bus;
expandable connector Outer
  Bus sub;
end Outer;
block Source
  BO y = false;
  Pin pin;
equation
  pin.v = 1;
end Source;
block Sink
  RI u;
  Real x = 2*u;
end Sink;
model Part
  replaceable Sink sink;
  Bus bus;
equation
  connect(bus.speed, sink.u);
end Part;
model Buses
  parameter Boolean on = false;
  Source source(y = on), two[2](each y = true);
  Part part(redeclare Sink sink(x(start = 1)));
  Bus bus;
  Outer outer;
  RI speed = time;
equation
  connect(source.y, bus.on);
  connect(two.y, bus.both);
  connect(source.pin, outer.sub.pin);
  connect(speed, bus.speed);
  connect(bus, part.bus);
end Buses;
