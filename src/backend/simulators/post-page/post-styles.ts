/**
 * Styles of a post, for the pages of the simulated networks and for previews. All of it is inside `.network`, so that it
 * does not change the page around a preview; the scope adds no specificity, so that each network’s own sheet wins.
 */
export const POST_STYLES = `
.network {
  --page: #fff; --surface: #fff; --ink: #0f1419; --soft: #536471; --line: #e6e8eb; --sheet: var(--surface);
  --accent: #1d6fe0; --bar: #fff; --bar-ink: #0f1419; --width: 600px; --radius: 0; --icon: 20px;
  --font: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  --phone-more: none; --phone-rest: inline; --desktop-more: inline; --desktop-rest: none;
  color: var(--ink); font: 15px/1.4 var(--font); container-type: inline-size;
}
.network.as-phone { --phone-more: inline; --phone-rest: none; --desktop-more: none; --desktop-rest: inline; }
@media (max-width: 600px) {
  .network:not(.as-desktop) { --phone-more: inline; --phone-rest: none; --desktop-more: none; --desktop-rest: inline; }
}
:where(.network) {
  a { color: inherit; text-decoration: none; }
  a:hover { text-decoration: underline; color: inherit; }
  a:focus-visible, summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
  h1, h2, p, ul { margin: 0; padding: 0; font: inherit; letter-spacing: normal; }
  ul { list-style: none; }
  .icon { width: var(--icon); height: var(--icon); flex: none; fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; }
  .icon-dots { stroke-width: 3; }
  .avatar {
    display: inline-flex; align-items: center; justify-content: center; flex: none;
    width: 40px; height: 40px; border-radius: 50%; color: #fff; font-weight: 600; font-size: 15px; letter-spacing: .02em;
  }
  .tone-0 { background: #7a4a2b; } .tone-1 { background: #5b4a86; } .tone-2 { background: #31547f; }
  .tone-3 { background: #8a3d52; } .tone-4 { background: #2f6b4f; } .tone-5 { background: #7d5f16; }
  .post { position: relative; padding: 16px; }
  .post-head { display: flex; align-items: center; gap: 12px; min-width: 0; }
  .who { display: flex; flex-direction: column; min-width: 0; line-height: 1.3; }
  .name { font-weight: 700; overflow-wrap: anywhere; }
  .handle, .when { color: var(--soft); overflow-wrap: anywhere; }
  .line { min-width: 0; align-items: baseline; }
  .text { white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: plaintext; }
  .text .link, .mention, .hashtag { color: var(--accent); }
  .fold, .fold::details-content { display: inline; }
  .fold > summary { display: var(--shown, inline); list-style: none; margin: 0; color: var(--soft); font-weight: inherit; cursor: pointer; }
  .fold > summary::-webkit-details-marker { display: none; }
  .fold.on-phone > summary { --shown: var(--phone-more); }
  .fold.on-desktop > summary { --shown: var(--desktop-more); }
  .fold:not([open])::details-content { display: none; content-visibility: visible; }
  .fold.on-phone:not([open])::details-content { display: var(--phone-rest); }
  .fold.on-desktop:not([open])::details-content { display: var(--desktop-rest); }
  .fold[open] > summary { display: none; }
  .post.in-list .fold > summary { position: relative; z-index: 2; }
  .more { margin-left: auto; color: var(--soft); display: flex; text-align: left; }
  .actions { display: flex; color: var(--soft); }
  .actions li { display: flex; align-items: center; gap: 8px; }
  .actions .label { font-size: 13px; }
  .card { display: block; margin-top: 12px; padding: 0; background: none; border: 1px solid var(--line); border-radius: 12px; overflow: hidden; }
  .card:hover { text-decoration: none; }
  .card-picture { overflow: hidden; display: flex; align-items: center; justify-content: center; aspect-ratio: 1.91; background: var(--field, #eff3f4); color: var(--soft); --icon: 32px; }
  .card-picture > img { display: block; width: 100%; height: 100%; object-fit: cover; }
  .card-description { color: var(--soft); font-size: 13px; overflow-wrap: anywhere; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; }
  .card-words { display: flex; flex-direction: column; padding: 10px 14px; gap: 2px; }
  .card-host { color: var(--soft); font-size: 13px; overflow-wrap: anywhere; }
  .card-title { font-weight: 600; overflow-wrap: anywhere; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; }
  .picture { position: relative; aspect-ratio: 1; color: rgb(255 255 255 / .7); display: flex; align-items: center; justify-content: center; overflow: hidden; }
  .picture::before { content: ""; position: absolute; inset: 0; background: linear-gradient(160deg, rgb(255 255 255 / .28), rgb(255 255 255 / 0) 55%, rgb(0 0 0 / .25)); }
  .picture.video { aspect-ratio: 16 / 9; }
  .picture > .play { position: relative; width: 0; height: 0; border: 22px solid transparent; border-left: 34px solid #fff; border-right: 0; }
  .picture .hills { position: absolute; inset: 0; width: 100%; height: 100%; fill: rgb(255 255 255 / .16); }
  .picture > .count { position: absolute; top: 12px; right: 12px; padding: 3px 10px; border-radius: 999px; background: rgb(0 0 0 / .6); color: #fff; font-size: 12px; }
  .open { position: absolute; inset: 0; z-index: 1; }
  .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .post.in-list .text .link { position: relative; z-index: 2; }
  .answers { display: block; margin: 0 0 6px 52px; color: var(--soft); font-size: 13px; }
  .grid .answers, .thread .answers { display: none; }
  .side { position: static; height: auto; padding: 0; background: none; border-right: 0; }
  .warned { margin-top: 8px; }
  .warned summary { padding: 10px 12px; border-radius: 8px; background: var(--field, #eff3f4); color: var(--ink); cursor: pointer; overflow-wrap: anywhere; }
  .warned[open] summary { margin-bottom: 10px; }
  .picture.shown { background: var(--field, #eff3f4); }
  .picture.shown::before { content: none; }
  .tile { position: relative; display: block; min-width: 0; min-height: 0; overflow: hidden; }
  .tile > img, .tile > video { display: block; width: 100%; height: 100%; object-fit: cover; }
  .tile.video { background: #000; }
  .tile > video { object-fit: contain; }
  .tile > .play { position: absolute; inset: 0; margin: auto; width: 56px; height: 56px; border-radius: 50%; background: rgb(0 0 0 / .55); box-shadow: 0 0 0 3px rgb(255 255 255 / .9); }
  .tile > .play::before { content: ""; position: absolute; left: 22px; top: 16px; border: 12px solid transparent; border-left: 18px solid #fff; border-right: 0; }
  .tile > .length { position: absolute; right: 10px; bottom: 10px; padding: 1px 6px; border-radius: 4px; background: rgb(0 0 0 / .75); color: #fff; font-size: 13px; }
  .alt-mark { position: absolute; left: 10px; bottom: 10px; padding: 1px 5px; border-radius: 4px; background: rgb(0 0 0 / .75); color: #fff; font-size: 11px; font-weight: 700; letter-spacing: .02em; }
  .more-tiles { position: absolute; inset: 0; display: grid; place-items: center; background: rgb(0 0 0 / .5); color: #fff; font-size: 30px; }
  :is(.alone, .column) .picture.one, &.previewed .picture.one { aspect-ratio: auto; height: auto; }
  :is(.alone, .column) .picture.one .tile, &.previewed .picture.one .tile { width: 100%; }
  :is(.alone, .column) .picture.one .tile > :is(img, video), &.previewed .picture.one .tile > :is(img, video) {
    height: auto; min-height: var(--one-min, 0); max-height: var(--one-max, 720px);
  }
  .picture.tiles { display: grid; align-items: stretch; justify-content: stretch; gap: 2px; grid-template-columns: 1fr 1fr; grid-auto-rows: minmax(0, 1fr); }
  .picture.tiles.of-3 > :first-child { grid-row: span 2; }
  .picture.tiles.of-5 { grid-template-columns: repeat(6, 1fr); }
  .picture.tiles.of-5 > * { grid-column: span 2; }
  .picture.tiles.of-5 > :nth-child(-n + 2) { grid-column: span 3; }
  .picture.strip { justify-content: flex-start; overflow-x: auto; scroll-snap-type: x mandatory; }
  .picture.strip > .tile { flex: 0 0 100%; height: 100%; scroll-snap-align: start; }
  .picture .dots { position: absolute; inset: auto 0 12px; display: flex; justify-content: center; gap: 4px; }
  .picture .dots > span { width: 6px; height: 6px; border-radius: 50%; background: rgb(255 255 255 / .55); }
  .picture .dots > span:first-child { background: #fff; }
}
`;
