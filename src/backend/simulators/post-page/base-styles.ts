/** Styles of the pages around posts: bar, lists, profiles, comments. Each network sets its colours and sizes. */
export const BASE_STYLES = `
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; min-height: 100vh; display: flex; flex-direction: column;
  background: var(--page); color: var(--ink); font: 15px/1.4 var(--font);
}
.bar { position: sticky; top: 0; z-index: 2; background: var(--bar); color: var(--bar-ink); border-bottom: 1px solid var(--line); }
.bar-row { display: flex; align-items: center; gap: 16px; max-width: 1128px; min-height: 53px; margin: 0 auto; padding: 0 16px; }
.bar .brand { display: inline-flex; align-items: center; gap: 8px; font-weight: 700; font-size: 20px; }
.bar .brand:hover { text-decoration: none; }
.bar .search {
  flex: 1; max-width: 420px; display: flex; align-items: center; gap: 8px; padding: 8px 14px;
  border-radius: 999px; background: var(--field, #eff3f4); color: var(--soft); font-size: 14px;
}
.bar .tabs { display: flex; gap: 20px; margin-left: auto; color: var(--soft); }
main { flex: 1; width: 100%; max-width: var(--width); margin: 0 auto; background: var(--surface); }
.profile { padding: 24px 16px; display: flex; gap: 16px; align-items: center; border-bottom: 1px solid var(--line); }
.profile .avatar { width: 72px; height: 72px; font-size: 26px; }
.profile .name { font-size: 20px; }
.profile .count { color: var(--soft); font-size: 14px; margin-top: 4px; }
.column > .post, .listed { border-bottom: 1px solid var(--line); }
.grid > .listed { min-width: 0; border-bottom: 0; }
.grid > .listed:has(> .raw-call[open]) { grid-column: 1 / -1; }
.grid > .listed:has(> .raw-call[open]) > .post { max-width: 240px; }
.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(200px, 1fr)); gap: 16px; padding: 16px; }
.thread > .post { border-bottom: 1px solid var(--line); }
.comments { padding: 16px; border-top: 1px solid var(--line); }
.comments :is(h1, h2) { color: var(--soft); font-size: 14px; margin-bottom: 12px; }
.comment { display: flex; gap: 12px; padding: 8px 0; }
.comment.reply { margin-left: 44px; }
.comment .avatar { width: 32px; height: 32px; font-size: 12px; }
.empty { padding: 64px 24px; text-align: center; color: var(--soft); }
.empty :is(h1, h2) { color: var(--ink); font-weight: 700; font-size: 22px; margin-bottom: 8px; }
.empty .back { display: inline-block; margin-top: 20px; color: var(--accent); }
.raw-call { padding: 12px 16px; border-top: 1px solid var(--line); font-size: 13px; }
.raw-call summary { color: var(--soft); cursor: pointer; }
.listed > .raw-call { border-top: 0; padding: 0 16px 12px; }
.grid > .listed > .raw-call { padding: 4px 6px; }
.raw-call summary:focus-visible, .raw-call pre:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.raw-label { margin-top: 10px; color: var(--soft); }
.raw-call pre { margin: 4px 0 0; padding: 10px 12px; border-radius: 8px; background: var(--field, #eff3f4); overflow: auto; max-height: 320px; white-space: pre-wrap; overflow-wrap: anywhere; font-size: 12px; }
.simulated { padding: 20px 16px 28px; text-align: center; color: var(--soft); font-size: 12px; }
@container (max-width: 600px) { .bar .tabs, .bar .search .label { display: none; } .bar .search { flex: none; margin-left: auto; } }
`;
