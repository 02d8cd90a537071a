// Dark or light: as the system says, until the reader switches.
const systemIsDark = matchMedia("(prefers-color-scheme: dark)");

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : systemIsDark.matches;
}

function switchTheme() {
  document.documentElement.dataset.theme = isDark() ? "light" : "dark";
  tell("theme");
}
systemIsDark.addEventListener("change", () => tell("theme"));
