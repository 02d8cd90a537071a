// A four-bar linkage that is cut in two. Each half can be an FMU of its own, with its constraints inside:
//
//   daedalus export --fmi 3 --dae given examples/12-linkage-in-two-fmus.mo --model FourBar.Crank --output Crank.fmu
//   daedalus export --fmi 3 --dae given examples/12-linkage-in-two-fmus.mo --model FourBar.CouplerAndRocker --output Rocker.fmu
//
// docs/fmi.md shows how the two become one system of index 3 again.
package FourBar "A linkage of three rods between two fixed joints, with point masses at its moving joints"
  constant Real g = 9.81;

  model Crank "A rod about the origin, with a mass at its end that a force pulls"
    parameter Real length = 1;
    parameter Real m = 1;
    input Real fx(start = 0), fy(start = 0) "the force at the end";
    output Real x(start = 0.6, fixed = true), y(start = -0.8) "the end";
    Real vx(start = 0, fixed = true), vy(start = 0);
    Real tension(start = 8);
  equation
    der(x) = vx;
    der(y) = vy;
    m*der(vx) = fx - tension*x;
    m*der(vy) = fy - tension*y - m*g;
    x^2 + y^2 = length^2;
  end Crank;

  model CouplerAndRocker "A rod from a given point to a mass, which a second rod holds at a fixed joint"
    parameter Real coupler = 1.5;
    parameter Real rocker = 1.2;
    parameter Real base = 2;
    parameter Real m = 0.7;
    input Real x(start = 0.6), y(start = -0.8) "the end of the crank";
    output Real fx, fy "the force that the coupler exerts there";
    Real x2(start = 2.0), y2(start = -1.2) "the end of the rocker";
    Real vx2(start = 0), vy2(start = 0);
    Real pull(start = 0), tension(start = 5);
  equation
    der(x2) = vx2;
    der(y2) = vy2;
    m*der(vx2) = -pull*(x2 - x) - tension*(x2 - base);
    m*der(vy2) = -pull*(y2 - y) - tension*y2 - m*g;
    (x2 - base)^2 + y2^2 = rocker^2;
    (x2 - x)^2 + (y2 - y)^2 = coupler^2;
    fx = pull*(x2 - x);
    fy = pull*(y2 - y);
  end CouplerAndRocker;

  model Linkage "Both halves, closed to a loop"
    Crank crank;
    CouplerAndRocker rest;
  equation
    rest.x = crank.x;
    rest.y = crank.y;
    crank.fx = rest.fx;
    crank.fy = rest.fy;
    annotation(experiment(StopTime = 3));
  end Linkage;
end FourBar;
