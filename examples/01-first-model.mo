model Cup "A cup of coffee cools down"
  parameter Real T_room(unit = "degC") = 20 "temperature of the room";
  parameter Real k(unit = "1/s") = 0.002 "rate of cooling";
  Real T(unit = "degC", start = 90, fixed = true) "temperature of the coffee";
equation
  der(T) = -k*(T - T_room);
  annotation(experiment(StopTime = 1800));
end Cup;
