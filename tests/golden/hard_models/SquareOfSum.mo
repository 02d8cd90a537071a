// The sum of derivatives is 2, but -3 solves the first equation too.
model SquareOfSum
  Real x(start=0,fixed=true),y,z(start=0,fixed=true);
equation
  (der(x)+der(y)+der(z))^2+der(x)+der(y)+der(z) + z*0.1 = (cos(time)-sin(time)+1)^2+cos(time)-sin(time)+1+0.1*time;
  exp(der(x)+der(y)+der(z)) + y= exp(cos(time)-sin(time)+1)+cos(time);
  der(x)+der(y)+der(z) + x= cos(time)-sin(time)+1+sin(time);
  annotation(experiment(StopTime = 0.6));
end SquareOfSum;
