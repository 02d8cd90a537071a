// A combination of derivatives with a factor that varies, and its square (the class of T. Oki, arXiv 1907.04511).
model SquareOfCombination
  Real x(start=0,fixed=true),y,z;
equation
  der(x)+der(y)*z = 0.5*cos(time)+0.5*cos(time)*(2+time);
  (der(x)+der(y)*z)^2 + x*1 = (0.5*cos(time)+0.5*cos(time)*(2+time))^2+0.5*sin(time);
  z = 2+time;
  annotation(experiment(StopTime = 1));
end SquareOfCombination;
