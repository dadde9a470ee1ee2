/** The layout of every page: the sidebar, which is a bottom bar on phones, and the content. */
export const FRAME = `
.skip { position: absolute; left: -999px; top: 0; z-index: 30; background: var(--card); padding: .6rem 1rem; }
.skip:focus { left: 1rem; top: 1rem; }
.frame { display: grid; grid-template-columns: 15.5rem minmax(0, 1fr); min-height: 100vh; background: linear-gradient(to right, var(--sunk) calc(15.5rem - 1px), var(--line) 0 15.5rem, transparent 0); }
.side {
  position: sticky; top: 0; height: 100vh; display: flex; flex-direction: column; padding: 1.25rem .85rem 1rem;
  background: var(--sunk); border-right: 1px solid var(--line);
}
.brand {
  display: flex; align-items: center; gap: .6rem; padding: 0 .6rem 1.1rem; color: var(--ink); text-decoration: none;
  font: 600 1.28rem/1 var(--serif); letter-spacing: -0.01em;
}
.brand:hover { color: var(--ink); }
.brand svg { width: 1.75rem; height: 1.75rem; color: var(--accent); }
.nav { display: flex; flex-direction: column; gap: 2px; list-style: none; margin: 0; padding: 0; }
.nav a {
  display: flex; align-items: center; gap: .7rem; padding: .5rem .65rem; border-radius: 8px; color: var(--soft);
  text-decoration: none; font-weight: 500;
}
.nav a:hover { background: color-mix(in srgb, var(--ink) 6%, transparent); color: var(--ink); }
.nav a[aria-current] { background: var(--card); color: var(--ink); box-shadow: 0 0 0 1px var(--line); }
.nav a[aria-current] svg { color: var(--accent); }
.nav .count {
  margin-left: auto; min-width: 1.45rem; padding: 0 .4rem; border-radius: 999px; background: var(--accent);
  color: var(--accent-ink); font-size: .76rem; font-weight: 700; text-align: center; line-height: 1.45rem;
}
.icon { width: 1.2rem; height: 1.2rem; flex: none; fill: none; stroke: currentColor; stroke-width: 1.7; stroke-linecap: round; stroke-linejoin: round; }
.side-foot { margin-top: auto; padding: .9rem .6rem 0; border-top: 1px solid var(--line); display: grid; gap: .35rem; font-size: .87rem; }
.side-foot .workspace { font-weight: 600; overflow-wrap: anywhere; }
.side-foot form { margin: 0; }
.with-script { display: none; }
@media (scripting: enabled) { .with-script { display: inline-flex; } }
.side-foot .button.with-script { padding-inline: 0; justify-self: start; font-weight: 400; color: var(--soft); text-decoration: underline; text-underline-offset: .15em; }
.keys section { margin-top: .9rem; }
.keys h3 { font-size: .84rem; color: var(--soft); }
.keys dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(13rem, 100%), 1fr)); gap: .25rem 1rem; margin: .3rem 0 0; }
.keys dl > div { display: flex; gap: .6rem; align-items: baseline; }
.keys dt { display: flex; gap: .2rem; min-width: 3.4rem; }
.keys dd { margin: 0; }
.keys form { margin-top: 1.1rem; }
kbd { padding: 0 .35rem; border: 1px solid var(--line-strong); border-bottom-width: 2px; border-radius: 5px; background: var(--sunk); font-size: .8rem; line-height: 1.5; white-space: nowrap; }
.side-foot form .button { padding-inline: 0; }
.side-foot .pill { justify-self: start; }
.page { padding: 2.2rem clamp(1rem, 4vw, 3rem) 4rem; max-width: 74rem; width: 100%; min-width: 0; }
.page-head { display: flex; flex-wrap: wrap; align-items: flex-end; gap: .5rem 1rem; margin-bottom: 1.5rem; }
.page-head .lead { order: 3; width: 100%; color: var(--soft); }
.page-head .lead > span { display: block; max-width: 46rem; }
.page-head .acts { margin-left: auto; display: flex; flex-wrap: wrap; gap: .5rem; }
.columns { display: grid; grid-template-columns: minmax(0, 1.55fr) minmax(0, 1fr); gap: 2rem; align-items: start; }
.stack { display: grid; gap: 1.75rem; grid-template-columns: minmax(0, 1fr); }
.section > h2 { margin-bottom: .7rem; }
.section-head { display: flex; align-items: baseline; gap: .75rem; margin-bottom: .7rem; }
.section-head a { margin-left: auto; font-size: .9rem; }
.side-foot .pill { white-space: normal; max-width: 100%; border-radius: .8rem; }
#toasts { position: fixed; right: 1rem; bottom: 1rem; z-index: 20; display: grid; gap: .5rem; width: min(26rem, calc(100vw - 2rem)); }
main.plain { max-width: 34rem; margin: 0 auto; padding: 12vh 1.25rem 4rem; }
main.plain .brand { padding-left: 0; }
main.plain h1 + p { margin-top: .5rem; }
@media (max-width: 60rem) { .columns { grid-template-columns: minmax(0, 1fr); } }
@media (max-width: 46rem) {
  .frame { display: block; background: none; }
  .side { position: static; height: auto; flex-direction: row; align-items: center; padding: .7rem 1rem; border-right: 0; border-bottom: 1px solid var(--line); }
  .brand { padding: 0; }
  .side-foot { margin: 0 0 0 auto; border: 0; padding: 0; display: flex; align-items: center; gap: .75rem; }
  .side-foot .workspace, .side-foot .zone, .side-foot .pill .wide { display: none; }
  .side-foot .button { padding-block: .2rem; white-space: nowrap; }
  .nav {
    position: fixed; z-index: 10; left: 0; right: 0; bottom: 0; flex-direction: row; justify-content: space-around;
    padding: .3rem .3rem max(.3rem, env(safe-area-inset-bottom)); background: var(--card); border-top: 1px solid var(--line);
  }
  .nav a { position: relative; flex-direction: column; gap: .1rem; padding: .35rem .2rem; font-size: .66rem; flex: 1 1 0; min-width: 0; }
  .nav li { flex: 1 1 0; min-width: 0; }
  .nav a[aria-current] { background: none; box-shadow: none; color: var(--accent); }
  .nav .count { position: absolute; top: 0; right: 0; min-width: 1.1rem; line-height: 1.1rem; font-size: .66rem; padding: 0 .25rem; }
  .page { padding: 1.25rem 1rem 6rem; }
  h1 { font-size: 1.55rem; }
  #toasts { bottom: 4.6rem; }
}
.connection { position: sticky; top: 0; z-index: 30; display: flex; flex-wrap: wrap; gap: .2rem .6rem; align-items: center; justify-content: center; padding: .45rem 1rem; background: var(--warn-soft); color: var(--warn); border-bottom: 1px solid color-mix(in srgb, var(--warn) 40%, var(--line)); font-weight: 600; }
[aria-busy=true].button { opacity: .65; cursor: progress; }
`;
