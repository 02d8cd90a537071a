// Pipes along the lines of a square grid, whose pressure drop grows with the square of the flow: a tank feeds one corner, three nodes draw water. Where nothing
// flows the slope of each pipe vanishes, and that is the guess.
model PipeGrid
  parameter Integer n = 16;
  parameter Real k = 1e8;
  Real level(start = 2, fixed = true);
  Real p[n,n](each nominal = 1e4);
  Real qx[n-1,n](each nominal = 0.01) "from i to i + 1";
  Real qy[n,n-1](each nominal = 0.01) "from j to j + 1";
  Real inflow;
  parameter Real demand[n,n] = {{if i == n and j == n then 0.01 elseif i == 1 and j == n then 0.02 elseif i == 5 and j == 3 then 0.005 else 0 for j in 1:n} for i in 1:n};
equation
  der(level) = -inflow;
  p[1,1] = 1e5 + 9810*level;
  for i in 1:n-1 loop
    for j in 1:n loop
      p[i,j] - p[i+1,j] = k*qx[i,j]*abs(qx[i,j]);
      p[j,i] - p[j,i+1] = k*qy[j,i]*abs(qy[j,i]);
    end for;
  end for;
  for i in 1:n loop
    for j in 1:n loop
      (if i > 1 then qx[max(i-1,1),j] else 0) - (if i < n then qx[min(i,n-1),j] else 0)
        + (if j > 1 then qy[i,max(j-1,1)] else 0) - (if j < n then qy[i,min(j,n-1)] else 0)
        + (if i == 1 and j == 1 then inflow else 0) = demand[i,j];
    end for;
  end for;
end PipeGrid;
