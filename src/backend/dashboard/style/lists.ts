/** Dense lists: one line for each entry, with a selection. */
export const LISTS = `
.tab-count { color: var(--soft); font-size: .84em; font-variant-numeric: tabular-nums; }
.tabs a[aria-current] .tab-count { color: inherit; opacity: .85; }
.tabs a .tab-count.waits { margin-left: .35rem; padding: .05rem .42rem; border-radius: 999px; background: var(--accent); color: var(--accent-ink); font-weight: 700; opacity: 1; }
.list-filter { grid-template-columns: minmax(0, 1fr) minmax(8rem, 11rem) minmax(8rem, 13rem); margin-bottom: .5rem; }
.list-filter:has([name=label], [name=alt]) { grid-template-columns: minmax(0, 1fr) repeat(3, minmax(7rem, 11rem)); }
.list-filter:has([name=alt]) { grid-template-columns: minmax(8rem, 1fr) repeat(3, minmax(7rem, auto)); }
@media (scripting: enabled) { :is(.list-filter, .library-head) .without-script, .plain-upload { display: none; } }
@media (scripting: none) { .scripted, button.scripted { display: none; } .list-filter { grid-template-columns: minmax(0, 1fr) minmax(8rem, 11rem) minmax(8rem, 13rem) auto; } .list-filter:has([name=label], [name=alt]) { grid-template-columns: minmax(0, 1fr) repeat(3, minmax(7rem, 11rem)) auto; } }
#list-order { display: grid; }
.list-head { display: flex; align-items: center; gap: .4rem; min-height: 2.25rem; padding-left: 1px; }
.pick { display: grid; place-items: center; width: 2.75rem; height: 2.75rem; cursor: pointer; position: relative; z-index: 1; }
.list-head .pick { height: 2.25rem; }
.pick input { margin: 0; }
.dense-rows {
  display: grid; grid-template-columns: 2.75rem 2rem minmax(0, 1fr) max-content max-content max-content fit-content(8rem); gap: 0 .85rem;
  font-size: .95rem; overflow: visible;
}
.dense-rows > li { grid-column: 1 / -1; }
.dense-rows > li:first-child { border-radius: var(--radius) var(--radius) 0 0; }
.dense-rows > li:last-child { border-radius: 0 0 var(--radius) var(--radius); }
.dense-rows > .dense { display: grid; grid-template-columns: subgrid; align-items: center; padding: 0 1rem 0 0; height: 44px; }
.rows > .day-line { padding: .42rem 1rem .38rem; background: var(--sunk); }
.day-line h2 { font: 500 .84rem/1.4 var(--sans); color: var(--soft); }
.day-line strong { margin-right: .3rem; font-weight: 650; color: var(--ink); }
.day-line.today strong { color: var(--accent); }
.rows > .dense:has([data-pick]:checked) { background: var(--accent-soft); }
.dense > .pick { margin-right: -.85rem; }
.dense:not(:hover, :focus-within) > .pick input:not(:checked) { opacity: .55; }
.pick-form:has([data-pick]:checked) .dense > .pick input { opacity: 1; }
.dense-text { unicode-bidi: plaintext; }
.dense-text .row-link { font-weight: 500; }
.dense-picture { position: relative; width: 2rem; height: 2rem; display: grid; place-items: center; border-radius: 6px; font-size: .7rem; color: var(--soft); background: var(--sunk); }
.dense-picture.words-only {
  opacity: .8; background: linear-gradient(var(--line-strong) 0 0) .5rem .62rem / 1rem 2px, linear-gradient(var(--line-strong) 0 0) .5rem .92rem / 1rem 2px,
    linear-gradient(var(--line-strong) 0 0) .5rem 1.22rem / .6rem 2px, var(--sunk); background-repeat: no-repeat, no-repeat, no-repeat, repeat;
}
.dense-picture img { width: 2rem; height: 2rem; object-fit: cover; border-radius: 6px; }
.more-pictures { position: absolute; right: -.3rem; bottom: -.3rem; min-width: 1rem; padding: 0 .2rem; border-radius: 999px; background: var(--ink); color: var(--paper); font: 700 .62rem/1rem var(--sans); text-align: center; }
.dense-marks { justify-content: flex-end; align-items: center; white-space: nowrap; }
.dense-marks .net { width: 1.25rem; height: 1.25rem; border-radius: 5px; font-size: .55rem; }
.dense-time { text-align: right; font-variant-numeric: tabular-nums; color: var(--soft); }
.dense-time.proposed time { text-decoration: underline dashed; text-underline-offset: .25em; text-decoration-color: var(--line-strong); }
.dense-state { min-width: 0; }
.dense-author { font-size: .84rem; min-width: 0; }
.bulk-result { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .3rem 1rem; align-items: center; }
.bulk-result .too-long { max-width: 30rem; }
.pick-bar {
  position: sticky; bottom: 1rem; z-index: 5; display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; width: fit-content;
  max-width: 100%; margin: .9rem auto 0; padding: .5rem .6rem .5rem 1rem; border: 1px solid var(--line-strong); border-radius: 12px;
  background: var(--card); box-shadow: 0 8px 30px rgb(0 0 0 / .18);
}
.pick-form:not(:has([data-pick]:checked, [data-pick-rest]:checked)) .pick-bar { display: none; }
/* Only what can be done to some of the selected posts. */
.pick-form:not(:has([data-pick~=approve]:checked, [data-pick-rest]:checked)) .pick-bar [value=approve],
.pick-form:not(:has([data-pick~=move]:checked, [data-pick-rest]:checked)) .for-move,
.pick-form:not(:has([data-pick~=delete]:checked, [data-pick-rest]:checked)) .pick-bar [value=delete],
.pick-form:has([data-pick*=e]:checked, [data-pick-rest]:checked) .pick-none { display: none; }
.pick-count { font-weight: 600; font-variant-numeric: tabular-nums; }
.pick-count:empty { display: none; }
.joined { display: inline-flex; }
.joined select { width: auto; border-radius: 8px 0 0 8px; border-right: 0; padding-block: .42rem; }
.joined .button { border-radius: 0 8px 8px 0; }
@media (max-width: 70rem) {
  .dense-rows { grid-template-columns: 2.75rem 2rem minmax(0, 1fr) max-content max-content max-content; }
  .dense-author { display: none; }
}
@media (max-width: 60rem) {
  .dense-rows { display: block; }
  .dense-rows > .dense {
    grid-template-columns: 2.5rem 2rem max-content minmax(0, 1fr) max-content; grid-template-areas: "pick picture text text marks" "pick picture time state state";
    height: auto; min-height: 44px; gap: .15rem .6rem; padding: .6rem .9rem .6rem 0;
  }
  .dense > .pick { grid-area: pick; align-self: start; margin: -.35rem -.6rem 0 0; } .dense > .dense-picture { grid-area: picture; align-self: start; margin-top: .15rem; }
  .dense > .dense-text { grid-area: text; } .dense > .dense-time { grid-area: time; text-align: left; }
  .dense > .dense-time:empty { display: none; } .dense > .dense-time:empty ~ .dense-state { grid-column: 3 / -1; }
  .dense > .dense-marks { grid-area: marks; } .dense > .dense-state { grid-area: state; }
  .dense-rows > .dense:has(.pill.warn, .pill.bad) { grid-template-areas: "pick picture text text marks" "pick picture state state state" "pick picture time time time"; }
  .dense-state .pill { max-width: 100%; overflow: hidden; text-overflow: ellipsis; display: block; width: fit-content; padding: 0 .45rem; font-size: .76rem; }
  .dense-state .pill::before { display: inline-block; margin-right: .35rem; }
  .dense-text > .soft { display: none; }
  .bulk-result { grid-template-columns: minmax(0, 1fr); }
}
@media (max-width: 46rem) {
  .list-filter, .list-filter:has(.without-script), .list-filter:has([name=label], [name=alt]) { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
  .list-filter input[type=search], .list-filter select:nth-of-type(odd):last-of-type { grid-column: 1 / -1; }
  #post-tabs .tabs { flex-wrap: nowrap; overflow-x: auto; scrollbar-width: none; margin: -.4rem -1rem .7rem; padding: .4rem 1rem; }
  #post-tabs .tabs li { flex: none; }
  .pick-bar { bottom: 4.6rem; width: auto; padding: .6rem; }
  .pick-bar .button { padding-inline: .7rem; }
}
`;
