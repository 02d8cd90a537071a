// Texts that must stay texts. Each of them would set `pwned`, load something or break the page if any part of
// it were taken for markup, script or a key of an object.
model Hostile "</script><script>window.pwned = 1</script><img src=x onerror='pwned = 1'>"
  Real '<img src=x onerror=window.pwned=1>'(unit = "<b onclick=pwned=1>V</b>", start = 1, fixed = true) "<svg onload=window.pwned=1>";
  Real '"><script>window.pwned=1</script>' "--><script>window.pwned=1</script>";
  Real constructor "javascript:window.pwned=1";
  Real hasOwnProperty "{{facts}} {{script}} ${window.pwned=1}";
  Real '__proto__' "]]><!-- &lt;script&gt; \\u003cscript\\u003e";
  Real '</title><iframe src=http://127.0.0.1:9/x>' "@import url(http://127.0.0.1:9/y)";
  parameter Real toString(unit = "</style><style>*{display:none}") = 1 "<link rel=stylesheet href=http://127.0.0.1:9/z>";
  parameter String text = "<script>window.pwned=1</script>" "<object data=javascript:pwned=1>";
  Boolean on "`<img src=x onerror=window.pwned=1>`";
equation
  der('<img src=x onerror=window.pwned=1>') = -toString * '<img src=x onerror=window.pwned=1>' "<body onload=window.pwned=1>";
  '"><script>window.pwned=1</script>' = 2 * '<img src=x onerror=window.pwned=1>' /* <script>window.pwned=1</script> */ + 1;
  constructor = time;
  hasOwnProperty = 1 + constructor;
  '__proto__' = constructor ^ 2;
  '</title><iframe src=http://127.0.0.1:9/x>' = if on then 1 else sin(time);
  on = time > 0.5;
  assert(time < 0.7, "<img src=x onerror=window.pwned=1> `constructor` </script><script>window.pwned=1</script>", AssertionLevel.warning);
  annotation(experiment(StopTime = 1));
end Hostile;
