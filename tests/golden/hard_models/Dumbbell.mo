// Two masses at a fixed distance turn steadily.
model Dumbbell
  Real x1(start=0.5,fixed=true),y1(start=0,fixed=true),x2(start=-0.5),y2(start=0,fixed=true),u1,v1(start=0.5,fixed=true),u2(start=0,fixed=true),v2(start=-0.5,fixed=true),f;
equation
  der(x1)=u1;der(y1)=v1;der(x2)=u2;der(y2)=v2; der(u1)=-f*(x1-x2);der(v1)=-f*(y1-y2);der(u2)=f*(x1-x2);der(v2)=f*(y1-y2);
  (x1-x2)^2+(y1-y2)^2=1;
  annotation(experiment(StopTime = 7));
end Dumbbell;
