/** The style sheet of the backend's own pages. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --ink: light-dark(#1c2430, #e7ebf0);
  --quiet: light-dark(#5b6675, #9aa5b4);
  --line: light-dark(#dfe4ea, #313a46);
  --paper: light-dark(#fbfbf9, #14181d);
  --card: light-dark(#ffffff, #1b2027);
  --accent: light-dark(#9a3412, #fdba74);
  --good: light-dark(#166534, #86efac);
  --bad: light-dark(#b42318, #fda29b);
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", sans-serif;
}
header, main { max-width: 44rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 1.5rem; padding-bottom: 0.5rem; }
header a { color: var(--accent); font-weight: 700; letter-spacing: 0.01em; text-decoration: none; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 1rem 0 0.5rem; }
h2 { font-size: 1rem; margin: 2rem 0 0.5rem; }
a { color: var(--accent); overflow-wrap: anywhere; }
code { font: 0.9em ui-monospace, "SF Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
.quiet { color: var(--quiet); }
.card {
  background: var(--card); border: 1px solid var(--line); border-radius: 10px;
  padding: 1rem 1.125rem; margin: 0.75rem 0;
}
.card p { margin: 0.25rem 0; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; }
.row { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; align-items: baseline; justify-content: space-between; }
.status { font-weight: 600; }
.status.published { color: var(--good); }
.status.failed, .status.unknown, .status.missed, .status.partially_published { color: var(--bad); }
ul { padding-left: 1.2rem; }
.networks { columns: 2; }
`;
