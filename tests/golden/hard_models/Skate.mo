// A skate that turns steadily goes in a circle: a constraint of velocities.
model Skate
  Real x(start=0,fixed=true),y(start=0,fixed=true),phi(start=0,fixed=true),vx(start=1,fixed=true),vy,w(start=1,fixed=true),l;
equation
  der(x)=vx; der(y)=vy; der(phi)=w; der(w)=0; der(vx)=l*sin(phi); der(vy)=-l*cos(phi); vx*sin(phi)-vy*cos(phi)=0;
  annotation(experiment(StopTime = 6));
end Skate;
