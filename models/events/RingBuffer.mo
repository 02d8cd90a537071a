// Origin: our own. The mean of the last five samples of time^2 by a ring buffer, and how many of all samples were below and above a half, by
// the place of the buffer where they stood: elements of arrays that are chosen and assigned to during the run.
model RingBuffer "A moving mean by a ring buffer"
  parameter Integer n = 5 "Length of the buffer";
  Real u = time^2;
  Integer i(start = 0, fixed = true) "Where the last sample stands";
  discrete Real buffer[n](each start = 0, each fixed = true);
  discrete Real mean(start = 0, fixed = true), oldest(start = 0, fixed = true);
  Integer row(start = 1, fixed = true), counts[2, n](each start = 0, each fixed = true);
  Integer below = sum(counts[1, :]), above = sum(counts[2, :]);
algorithm
  when sample(0, 0.1) then
    i := mod(pre(i), n) + 1;
    oldest := buffer[i];
    buffer[i] := u;
    mean := sum(buffer)/n;
    row := if u < 0.5 then 1 else 2;
    counts[row, i] := counts[row, i] + 1;
  end when;
  annotation(experiment(StopTime = 1.05, Interval = 0.05, Tolerance = 1e-8));
end RingBuffer;
