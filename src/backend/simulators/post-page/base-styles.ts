/** Styles that all networks share. Each network sets its colours and sizes. */
export const BASE_STYLES = `
:root {
  --page: #fff; --surface: #fff; --ink: #0f1419; --soft: #536471; --line: #e6e8eb;
  --accent: #1d6fe0; --bar: #fff; --bar-ink: #0f1419; --width: 600px; --radius: 0; --icon: 20px;
  --font: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; min-height: 100vh; display: flex; flex-direction: column;
  background: var(--page); color: var(--ink); font: 15px/1.4 var(--font);
}
a { color: inherit; text-decoration: none; }
a:hover { text-decoration: underline; }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
h1, h2, p, ul { margin: 0; padding: 0; font: inherit; }
ul { list-style: none; }
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
.icon { width: var(--icon); height: var(--icon); flex: none; fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; }
.icon-dots { stroke-width: 3; }
.avatar {
  display: inline-flex; align-items: center; justify-content: center; flex: none;
  width: 40px; height: 40px; border-radius: 50%; color: #fff; font-weight: 600; font-size: 15px; letter-spacing: .02em;
}
.tone-0 { background: #7a4a2b; } .tone-1 { background: #5b4a86; } .tone-2 { background: #31547f; }
.tone-3 { background: #8a3d52; } .tone-4 { background: #2f6b4f; } .tone-5 { background: #8a6a1f; }
.post { position: relative; padding: 16px; }
.post-head { display: flex; align-items: center; gap: 12px; min-width: 0; }
.who { display: flex; flex-direction: column; min-width: 0; line-height: 1.3; }
.name { font-weight: 700; overflow-wrap: anywhere; }
.handle, .when { color: var(--soft); overflow-wrap: anywhere; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: plaintext; }
.text .link, .mention, .hashtag { color: var(--accent); }
.more { margin-left: auto; color: var(--soft); display: flex; }
.actions { display: flex; color: var(--soft); }
.actions li { display: flex; align-items: center; gap: 8px; }
.actions .label { font-size: 13px; }
.card { display: block; margin-top: 12px; border: 1px solid var(--line); border-radius: 12px; overflow: hidden; }
.card:hover { text-decoration: none; }
.card-picture { display: flex; align-items: center; justify-content: center; height: 132px; background: var(--field, #eff3f4); color: var(--soft); }
.card-words { display: flex; flex-direction: column; padding: 10px 14px; gap: 2px; }
.card-host { color: var(--soft); font-size: 13px; overflow-wrap: anywhere; }
.card-title { font-weight: 600; overflow-wrap: anywhere; }
.picture { position: relative; aspect-ratio: 1; color: rgb(255 255 255 / .7); display: flex; align-items: center; justify-content: center; overflow: hidden; }
.picture::before { content: ""; position: absolute; inset: 0; background: linear-gradient(160deg, rgb(255 255 255 / .28), rgb(255 255 255 / 0) 55%, rgb(0 0 0 / .25)); }
.picture.video { aspect-ratio: 16 / 9; }
.picture .play { position: relative; width: 0; height: 0; border: 22px solid transparent; border-left: 34px solid #fff; border-right: 0; }
.picture .hills { position: absolute; inset: 0; width: 100%; height: 100%; fill: rgb(255 255 255 / .16); }
.picture .count { position: absolute; top: 12px; right: 12px; padding: 3px 10px; border-radius: 999px; background: rgb(0 0 0 / .6); color: #fff; font-size: 12px; }
.profile { padding: 24px 16px; display: flex; gap: 16px; align-items: center; border-bottom: 1px solid var(--line); }
.profile .avatar { width: 72px; height: 72px; font-size: 26px; }
.profile .name { font-size: 20px; }
.profile .count { color: var(--soft); font-size: 14px; margin-top: 4px; }
.column > .post, .listed { border-bottom: 1px solid var(--line); }
.grid > .listed { min-width: 0; border-bottom: 0; }
.grid > .listed:has(> .raw-call[open]) { grid-column: 1 / -1; }
.grid > .listed:has(> .raw-call[open]) > .post { max-width: 240px; }
.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(200px, 1fr)); gap: 16px; padding: 16px; }
.open { position: absolute; inset: 0; z-index: 1; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.post.in-list .text .link { position: relative; z-index: 2; }
.answers { display: block; margin: 0 0 6px 52px; color: var(--soft); font-size: 13px; }
.grid .answers, .thread .answers { display: none; }
.thread > .post { border-bottom: 1px solid var(--line); }
.warned { margin-top: 8px; }
.warned summary { padding: 10px 12px; border-radius: 8px; background: var(--field, #eff3f4); color: #0f1419; cursor: pointer; overflow-wrap: anywhere; }
.warned[open] summary { margin-bottom: 10px; }
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
@media (max-width: 600px) { .bar .tabs, .bar .search .label { display: none; } .bar .search { flex: none; margin-left: auto; } }
.picture.shown { background: var(--field, #eff3f4); }
.picture.shown::before { content: none; }
.picture.shown img, .picture.shown video { display: block; width: 100%; height: 100%; min-width: 0; min-height: 0; object-fit: cover; }
.picture.shown video { background: #000; object-fit: contain; }
.alone .picture.one, .column .picture.one { aspect-ratio: auto; height: auto; }
.alone .picture.one img, .alone .picture.one video, .column .picture.one img, .column .picture.one video { height: auto; max-height: 720px; }
.picture.tiles { display: grid; gap: 2px; grid-template-columns: 1fr 1fr; grid-auto-rows: 1fr; }
.picture.tiles.of-3 > :first-child { grid-row: span 2; }
.picture.strip { justify-content: flex-start; overflow-x: auto; scroll-snap-type: x mandatory; }
.picture.strip > img, .picture.strip > video { flex: 0 0 100%; scroll-snap-align: start; }
`;
