model FbDown "a linkage of four bars, assembled downwards"
  Real a(start = 0.5, fixed = true), be(start = -0.7), ga(start = -1.5), w;
equation
  der(a) = 1;
  cos(a)+3*cos(be)-2.5*cos(ga) = 3;
  sin(a)+3*sin(be)-2.5*sin(ga) = 0;
  w = der(be);
end FbDown;
