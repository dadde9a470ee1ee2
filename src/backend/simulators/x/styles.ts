export const X_STYLES = `
.x { --ink: #0f1419; --soft: #536471; --line: #eff3f4; --accent: #0f6cbd; --bar: rgb(255 255 255 / .92); --field: #eff3f4; }
.x .bar { backdrop-filter: blur(12px); border-bottom: 0; }
.x .bar-row { max-width: 600px; }
.x .mark { width: 26px; height: 26px; fill: none; stroke: currentColor; stroke-width: 2; }
.x .bar h2 { font-weight: 700; font-size: 20px; }
.x main { border: solid var(--line); border-width: 0 1px; }
.x .post { padding: 12px 16px; }
.x .handle { font-size: 15px; }
.x .alone .text { margin-top: 12px; font-size: 17px; line-height: 24px; }
.x .alone .stamp { display: block; margin: 14px 0; padding-bottom: 14px; border-bottom: 1px solid var(--line); color: var(--soft); }
.x .in-list { display: grid; grid-template-columns: 40px 1fr; column-gap: 12px; }
.x .in-list:hover { background: rgb(15 20 25 / .03); }
.x .line { display: flex; flex-wrap: wrap; gap: 0 5px; color: var(--soft); }
.x .line .name { color: var(--ink); }
.x .picture { margin-top: 12px; border: 1px solid var(--line); border-radius: 16px; aspect-ratio: 16 / 9; }
.x .actions { justify-content: space-between; max-width: 100%; --icon: 19px; margin-top: 10px; }
.x .alone .actions { padding: 2px 4px 12px; margin-top: 0; border-bottom: 1px solid var(--line); --icon: 22px; }
.x .actions .label { display: none; }
@media (prefers-color-scheme: dark) {
  .x { --accent: #1d9bf0; --page: #000; --surface: #000; --ink: #e7e9ea; --soft: #71767b; --line: #2f3336; --bar: rgb(0 0 0 / .85); --bar-ink: #e7e9ea; --field: #202327; }
  .x .in-list:hover { background: rgb(231 233 234 / .03); }
}
`;
