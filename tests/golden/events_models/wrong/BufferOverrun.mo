// A subscript that leaves its array during the run.
model BufferOverrun
  Integer i(start = 0, fixed = true);
  discrete Real buffer[3](each start = 0, each fixed = true);
algorithm
  when sample(0, 0.1) then
    i := pre(i) + 1;
    buffer[i] := time;
  end when;
  annotation(experiment(StopTime = 1));
end BufferOverrun;
