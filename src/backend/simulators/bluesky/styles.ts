export const BLUESKY_STYLES = `
.bluesky { --ink: #0b0f14; --soft: #42576c; --line: #d4dbe2; --accent: #0a68ea; --field: #f1f3f5;
  --font: "Inter", system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
.bluesky .bar-row { max-width: 600px; justify-content: space-between; border: solid var(--line); border-width: 0 1px; }
.bluesky .bar h2 { font-weight: 700; font-size: 17px; }
.bluesky .mark { width: 28px; height: 28px; fill: var(--accent); }
.bluesky main { border: solid var(--line); border-width: 0 1px; }
.bluesky .post .avatar { width: 42px; height: 42px; }
.bluesky .name { font-weight: 600; font-size: 16px; }
.bluesky .alone .text { margin-top: 12px; font-size: 18px; line-height: 1.4; }
.bluesky .stamp { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin: 14px 0; color: var(--soft); font-size: 13px; }
.bluesky .stamp .audience { padding: 3px 10px; border-radius: 999px; background: var(--field); --icon: 13px; display: inline-flex; gap: 5px; align-items: center; }
.bluesky .in-list { display: grid; grid-template-columns: 42px 1fr; column-gap: 10px; padding: 12px 16px; }
.bluesky .line { display: flex; flex-wrap: wrap; gap: 0 5px; color: var(--soft); }
.bluesky .line .name { color: var(--ink); font-size: 15px; }
.bluesky .picture { margin-top: 12px; border-radius: 12px; aspect-ratio: 3 / 2; border: 1px solid var(--line); }
.bluesky .actions { justify-content: space-between; --icon: 18px; margin-top: 10px; padding-right: 8px; }
.bluesky .alone .actions { border-top: 1px solid var(--line); margin-top: 0; padding: 12px 10px 0; --icon: 22px; }
.bluesky .actions .label { display: none; }
@media (prefers-color-scheme: dark) {
  .bluesky { --page: #161e27; --surface: #161e27; --bar: #161e27; --bar-ink: #fff; --ink: #fff; --soft: #aebbc9; --line: #2e4052; --accent: #208bfe; --field: #1e2936; }
}
`;
