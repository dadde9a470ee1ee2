/** The look of the pages of simulated networks on which a person acts. */
export const PAGE_STYLES = `
:root {
  color-scheme: light dark;
  --page: #f4f4f1; --card: #fff; --ink: #1d1d1b; --soft: #5c5c57; --line: #d9d9d3; --accent: #1f5fa8; --on: #fff;
  --warn: #fff3d6; --warn-ink: #5c4200;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #161615; --card: #212120; --ink: #ececea; --soft: #a9a9a3; --line: #3a3a37; --accent: #8ab8ee; --on: #10233a;
    --warn: #3d3010; --warn-ink: #ffdf95;
  }
}
*, *::before, *::after { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
header, main, footer { max-width: 640px; margin: 0 auto; padding: 0 16px; }
header { display: flex; gap: 12px; align-items: center; padding-top: 20px; padding-bottom: 20px; font-size: 20px; }
footer { padding-top: 20px; padding-bottom: 32px; color: var(--soft); font-size: 14px; }
.mark { padding: 2px 10px; border-radius: 999px; background: var(--warn); color: var(--warn-ink); font-size: 14px; font-weight: 600; }
h1 { margin: 0 0 8px; font-size: 24px; line-height: 1.25; }
h2 { margin: 0 0 8px; font-size: 18px; }
h3 { margin: 16px 0 4px; font-size: 15px; }
p { margin: 0 0 12px; }
a { color: var(--accent); }
section, article { margin: 0 0 16px; padding: 20px; background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
.soft { color: var(--soft); font-size: 14px; }
.text { white-space: pre-wrap; }
ul { list-style: none; margin: 0 0 16px; padding: 0; }
li { padding: 10px 0; border-top: 1px solid var(--line); }
li.reply { padding-left: 24px; }
label.scope { display: grid; grid-template-columns: auto 1fr; gap: 2px 12px; align-items: start; }
label.scope input { margin-top: 5px; }
label.scope .soft { grid-column: 2; }
code { font-size: 14px; }
.buttons { display: flex; flex-wrap: wrap; gap: 12px; }
.field { display: block; margin: 0 0 12px; font-size: 14px; }
.field input { display: block; width: 100%; margin-top: 4px; padding: 8px 10px; border: 1px solid var(--soft); border-radius: 8px; background: var(--card); color: var(--ink); font: inherit; font-size: 16px; }
button { min-height: 40px; padding: 8px 18px; border: 1px solid var(--soft); border-radius: 8px; background: transparent; color: var(--ink); font: inherit; font-weight: 600; cursor: pointer; }
button.main { border-color: var(--accent); background: var(--accent); color: var(--on); }
:is(a, button, input, summary):focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
summary { cursor: pointer; padding: 4px 0; }
`;
