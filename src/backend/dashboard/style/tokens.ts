/** Colours, sizes and fonts, for light and dark. */
export const TOKENS = `
:root {
  color-scheme: light dark;
  --ink: light-dark(#211d19, #ede8e1);
  --soft: light-dark(#655d54, #a89f94);
  --faint: light-dark(#8a8178, #7d756c);
  --line: light-dark(#e6dfd5, #37322c);
  --line-strong: light-dark(#d3c9bb, #4a443c);
  --paper: light-dark(#faf7f2, #171411);
  --card: light-dark(#fffdfa, #1f1b17);
  --sunk: light-dark(#f3eee6, #26211c);
  --accent: light-dark(#9a3412, #f7b27a);
  --accent-deep: light-dark(#7c2a0e, #fcc79c);
  --accent-ink: light-dark(#fffaf5, #2a1607);
  --accent-soft: light-dark(#fbeadf, #3a2517);
  --good: light-dark(#1c6434, #8fd6a3);
  --good-soft: light-dark(#e5f2e6, #18301f);
  --warn: light-dark(#85530a, #eec373);
  --warn-soft: light-dark(#fbf0d9, #352914);
  --bad: light-dark(#a52a1e, #f5a79d);
  --bad-soft: light-dark(#fbe7e3, #3b1d19);
  --calm: light-dark(#2f5573, #a3c4de);
  --calm-soft: light-dark(#e6eff5, #1d2b36);
  --serif: "Iowan Old Style", "Palatino Linotype", Palatino, "Source Serif 4", Georgia, serif;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  --mono: ui-monospace, "SF Mono", Menlo, Consolas, monospace;
  --radius: 10px;
  --gap: 1rem;
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.55 var(--sans); }
h1, h2, h3 { font-family: var(--serif); font-weight: 600; line-height: 1.2; margin: 0; text-wrap: balance; }
h1 { font-size: 1.9rem; letter-spacing: -0.01em; }
h2 { font-size: 1.2rem; }
h3 { font-size: 1.02rem; }
p { margin: 0; }
a { color: var(--accent); text-underline-offset: 0.18em; text-decoration-thickness: 1px; }
a:hover { color: var(--accent-deep); }
code, pre, kbd { font-family: var(--mono); font-size: 0.9em; }
code { overflow-wrap: anywhere; }
time { white-space: nowrap; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
[hidden] { display: none !important; }
.unseen {
  position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%);
  white-space: nowrap;
}
.soft { color: var(--soft); }
.small { font-size: 0.87rem; }
.words { white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: plaintext; }
.one-line { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; min-width: 0; }
@media (prefers-reduced-motion: no-preference) {
  a, button, .nav a, .row-link { transition: background-color .12s, color .12s, border-color .12s; }
}
`;
