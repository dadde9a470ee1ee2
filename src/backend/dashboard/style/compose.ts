import { AVATAR_TONES } from '../../networks/avatars.js';

const FACES = AVATAR_TONES.map((colour, tone) => `.face.tone-${tone} { background: ${colour}; }`).join('\n');

/** The composer: channels as chips, texts in tabs, media, previews, and the footer with its buttons. */
export const COMPOSE = `
.compose { display: grid; flex: 1; grid-template: 1fr auto / minmax(0, 1fr) minmax(18rem, 24.5rem); gap: 0 1.5rem; align-items: start; }
.page:has(> .compose) { display: flex; flex-direction: column; max-width: 84rem; padding-top: 1.5rem; padding-bottom: 0; }
.page:has(> .compose) .page-head { margin-bottom: 1rem; }
.page:has(> .compose) .page-head h1 { font-size: 1.5rem; }
.compose-write { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); padding-bottom: 1.5rem; }
.compose fieldset { margin: 0; padding: 0; border: 0; }
.chip-field { display: grid; gap: .5rem; }
.chip-filter { max-width: 18rem; }
.chips { display: flex; flex-wrap: wrap; gap: .4rem; max-height: 17rem; overflow: auto; padding: 2px; scrollbar-width: thin; }
.chip-place { display: inline-flex; align-items: center; gap: .3rem; min-width: 0; max-width: 100%; }
.chip {
  position: relative; display: inline-flex; align-items: center; gap: .5rem; min-width: 0; max-width: 10.2rem; padding: .2rem .7rem .2rem .24rem;
  border: 1px solid var(--line-strong); border-radius: 999px; background: var(--card); color: var(--soft); font-size: .85rem; font-weight: 500; cursor: pointer;
}
.chip:hover { border-color: var(--faint); color: var(--ink); }
.chip:has(input:checked) { border-color: var(--accent); background: var(--accent-soft); color: var(--ink); }
.chip:has(input:focus-visible) { outline: 2px solid var(--accent); outline-offset: 1px; }
.chip-face { position: relative; flex: none; width: 1.9rem; height: 1.9rem; }
.face { display: grid; place-items: center; width: 100%; height: 100%; border-radius: 50%; color: #fff; font-size: .7rem; font-weight: 600; letter-spacing: .02em; }
${FACES}
.chip:not(:has(input:checked)) .face { filter: saturate(.35); }
.chip-face .net { position: absolute; right: -.42rem; bottom: -.28rem; width: .95rem; height: .95rem; border-radius: 5px; border: 2px solid var(--card); box-sizing: content-box; font-size: .46rem; }
.chip:has(input:checked) .chip-face .net { border-color: var(--accent-soft); }
.chip-place[data-state=bad] .chip:has(input:checked)::after, .tab[data-state=bad]::after {
  content: ""; flex: none; width: .5rem; height: .5rem; border-radius: 50%; background: var(--bad);
}
.chip-repair { font-size: .82rem; font-weight: 600; color: var(--warn); }
.tabbed { display: flex; flex-wrap: wrap; align-content: start; border: 1px solid var(--line) !important; border-radius: 14px; background: var(--card); box-shadow: 0 1px 2px rgb(0 0 0 / .04); overflow: clip; }
.tab-item { display: contents; }
.tabbed::before { content: ""; order: 1; flex: 0 0 100%; border-top: 1px solid var(--line); margin-top: -1px; }
.tab {
  position: relative; display: inline-flex; align-items: center; gap: .45rem; max-width: 12rem; padding: .65rem .95rem .6rem; color: var(--soft); font-size: .88rem; font-weight: 600;
  border-bottom: 2px solid transparent; cursor: pointer;
}
.tab .net { width: 1.2rem; height: 1.2rem; border-radius: 5px; font-size: .55rem; }
.tab:hover { color: var(--ink); }
.tab-radio:checked + .tab { color: var(--ink); border-bottom-color: var(--accent); }
.tab-radio:focus-visible + .tab { outline: 2px solid var(--accent); outline-offset: -3px; border-radius: 8px; }
.tab-panel { display: none; order: 2; flex: 0 0 100%; min-width: 0; padding: .35rem 1.1rem 1.1rem; }
.tab-item:has(> .tab-radio:checked) > .tab-panel { display: block; }
.own-dot { display: none; width: .42rem; height: .42rem; border-radius: 50%; background: var(--calm); }
[data-own] > .tab .own-dot, [data-own-media] > .tab .own-dot { display: inline-block; }
.own-line { display: flex; flex-wrap: wrap; gap: 0 .9rem; padding-top: .5rem; }
.own-line .if-own { display: none; color: var(--calm); font-weight: 600; }
[data-own] > .tab-panel .if-own { display: inline; }
[data-own] > .tab-panel .if-same { display: none; }
.link-button { padding: 0; border: 0; background: none; color: inherit; font: inherit; text-decoration: underline; text-underline-offset: .18em; cursor: pointer; }
.if-own .link-button::before { content: "·"; display: inline-block; margin: 0 .4rem; text-decoration: none; }
.editor { display: grid; }
.editor > * { grid-area: 1 / 1; min-width: 0; }
.editor textarea, .excess {
  margin: 0; padding: .7rem 0; border: 0; background: none; font: 1.08rem/1.55 var(--sans); white-space: pre-wrap; overflow-wrap: break-word; resize: none;
}
.editor textarea { position: relative; min-height: 8rem; max-height: 60vh; field-sizing: content; border-radius: 0; }
.tab-item:not(:first-of-type) .editor textarea { min-height: 7rem; }
.editor textarea:focus { outline: none; box-shadow: 0 1px 0 var(--line-strong); }
.tabbed:has(.editor textarea:focus) { border-color: var(--faint) !important; box-shadow: 0 0 0 3px color-mix(in srgb, var(--accent) 14%, transparent); }
.excess { color: transparent; overflow: hidden; max-height: 60vh; pointer-events: none; }
.excess mark { border-radius: 3px; background: color-mix(in srgb, var(--bad) 24%, transparent); color: transparent; }
.counters { display: flex; flex-wrap: wrap; justify-content: flex-end; gap: .3rem .8rem; min-height: 1.6rem; padding-top: .35rem; }
.counter { display: inline-flex; align-items: center; gap: .3rem; color: var(--soft); font-size: .82rem; font-variant-numeric: tabular-nums; font-weight: 600; }
.counter .net { width: 1.1rem; height: 1.1rem; border-radius: 5px; font-size: .5rem; }
.count-ring { width: 1.15rem; height: 1.15rem; fill: none; stroke: var(--line-strong); stroke-width: 2.6; transform: rotate(-90deg); }
.count-ring .used { stroke: var(--soft); }
.counter.near { color: var(--warn); } .counter.near .used { stroke: var(--warn); }
.counter.over { color: var(--bad); } .counter.over .used { stroke: var(--bad); }
.card-of-thread { position: relative; padding: .1rem .9rem .5rem 1.1rem; margin: .5rem 0; border: 1px solid var(--line); border-radius: 12px; }
.card-of-thread + .card-of-thread::before { content: ""; position: absolute; left: 1.6rem; top: -.55rem; height: .55rem; border-left: 2px solid var(--line-strong); }
.card-of-thread .editor textarea { min-height: 4.5rem !important; }
.link-words { display: flex; flex-wrap: wrap; gap: .1rem .8rem; } .link-words .one-line { max-width: 100%; }
.thread-line { display: flex; flex-wrap: wrap; align-items: center; gap: .2rem .8rem; }
.thread-line .counters { flex: 1; align-items: center; }
.thread-tools { display: inline-flex; align-items: center; gap: .15rem; } .thread-tools .small { margin-right: .3rem; }
.thread-tools .button { padding: .1rem .45rem; line-height: 1.3; }
.tab-panel .link-button, .problem .link-button { color: var(--accent); font-size: .85rem; font-weight: 600; }
.tab-panel .own-line .link-button { color: inherit; }
.problem { display: inline-flex; gap: .5rem; min-width: 0; align-items: baseline; } .problem .link-button { flex: none; }
.required-options { margin-top: .8rem; padding: .8rem .9rem; border-radius: 10px; background: var(--sunk); }
.required-options .option-fields { margin-top: .4rem; }
.account-options { margin-top: .8rem; padding-top: .7rem; border-top: 1px solid var(--line); }
.account-options > summary { color: var(--soft); font-size: .88rem; font-weight: 600; cursor: pointer; }
.account-options > summary:hover { color: var(--ink); }
.option-fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr)); gap: .8rem 1.2rem; }
.account-options .option-fields { padding-top: .8rem; }
.option-fields .field { margin: 0; }
.option-fields .long { grid-column: 1 / -1; }
.option-fields textarea { min-height: 4.5rem; }
.compose-preview { position: sticky; top: 1rem; max-height: calc(100vh - 6rem); overflow: auto; scrollbar-width: thin; padding: 0 .4rem 1rem 2px; }
.preview { display: grid; gap: .5rem; }
.preview-bar { align-items: center; margin-bottom: .7rem; }
.preview-head h3 { font: 600 .92rem/1.3 var(--sans); }
.preview-sheet { border: 1px solid var(--line); border-radius: 14px; background: var(--sunk); overflow: hidden; box-shadow: 0 1px 2px rgb(0 0 0 / .04), 0 8px 24px -16px rgb(0 0 0 / .25); }
.preview-facts { display: flex; flex-wrap: wrap; gap: .1rem 1rem; }
.compose .switch { display: inline-flex; margin: 0 0 0 auto; padding: 2px; border-radius: 999px; background: var(--sunk); box-shadow: inset 0 0 0 1px var(--line); }
.switch label { position: relative; cursor: pointer; }
.switch label > span { display: block; padding: .16rem .8rem; border-radius: 999px; color: var(--soft); font-size: .82rem; font-weight: 600; }
.switch input:checked + span { background: var(--card); color: var(--ink); box-shadow: 0 1px 2px rgb(0 0 0 / .18); }
.switch input:focus-visible + span { outline: 2px solid var(--accent); outline-offset: 1px; }
.compose .pane-switch { display: none; }
#unfinished:not(:empty) { margin-bottom: 1rem; }
#unfinished .grow { flex-basis: 16rem; }
#check.old { --ink: var(--soft); color: var(--soft); filter: grayscale(1); }
#check.old .pill { display: none; }
.compose:has(#check.old) .counters { filter: grayscale(1); }
.compose:has(#check.old) .problems a { color: var(--soft); }
.compose:has(#check.old) .fits { visibility: hidden; }
.if-inbox, .tab-panel:has(option[data-inbox]:checked) .unless-inbox { display: none; }
.tab-panel:has(option[data-inbox]:checked) .if-inbox { display: block; }
.checking { display: none; }
.preview-bar:has(~ #check.old) .checking { display: inline; }
.compose-foot {
  grid-column: 1 / -1; position: sticky; bottom: 0; z-index: 8; display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; min-height: 4.2rem;
  margin: 0 calc(-1 * clamp(1rem, 4vw, 3rem)); padding: .7rem clamp(1rem, 4vw, 3rem); background: color-mix(in srgb, var(--paper) 94%, transparent); backdrop-filter: blur(8px); border-top: 1px solid var(--line);
}
.compose-status { flex: 1 1 12rem; min-width: 0; display: grid; gap: .05rem; }
.compose-foot .buttons { margin: 0 0 0 auto; flex-wrap: nowrap; }
.problems { display: flex; flex-wrap: wrap; gap: 0 .9rem; min-width: 0; min-height: 1.35rem; color: var(--soft); }
.problems a { max-width: 22rem; color: var(--bad); font-weight: 600; text-decoration: none; }
.problems .note { max-width: 100%; color: var(--warn); }
.problems a:hover { text-decoration: underline; }
.fits { color: var(--good); font-weight: 600; }
.fits::before, .note::before { content: ""; display: inline-block; width: .5rem; height: .5rem; margin-right: .45rem; border-radius: 50%; background: currentColor; }
.split { position: relative; display: inline-flex; }
.split > .button.main { border-radius: 8px 0 0 8px; }
.time-menu > summary { height: 100%; border-radius: 0 8px 8px 0; border-left-color: color-mix(in srgb, var(--accent-ink) 35%, var(--accent)); padding-inline: .55rem; list-style: none; }
.time-menu > summary::-webkit-details-marker { display: none; }
.time-menu .icon { width: 1rem; height: 1rem; }
.time-menu:not([open]) .icon { transform: rotate(180deg); }
.compose .time-sheet {
  position: absolute; right: 0; bottom: calc(100% + .5rem); width: 22rem; max-width: calc(100vw - 2rem); padding: .5rem; display: grid; gap: .1rem; border: 1px solid var(--line-strong); border-radius: 12px;
  background: var(--card); box-shadow: 0 12px 40px -12px rgb(0 0 0 / .35);
}
.time-choice { display: flex; align-items: center; gap: .6rem; padding: .5rem .6rem; border-radius: 8px; cursor: pointer; font-weight: 500; }
.time-choice > .soft { margin-left: auto; font-weight: 400; white-space: nowrap; }
.time-choice:hover { background: var(--sunk); }
.time-choice:has(input:checked) { background: var(--accent-soft); }
.time-choice input { margin: 0; }
.time-sheet input[type=datetime-local] { order: 1; margin: .2rem .6rem; width: auto; }
.time-sheet p { order: 2; padding: .1rem .6rem .2rem; }
.act, .asked { display: none; }
.compose:has([name=ask]:checked) .asked { display: inline; } .compose:has([name=ask]:checked) .unasked { display: none; }
.time-ask { flex-wrap: wrap; row-gap: 0; border-top: 1px solid var(--line); border-radius: 0 0 8px 8px; order: 1; margin-top: .2rem; }
.time-ask > .soft { flex: 1 1 100%; margin-left: 1.65rem; white-space: normal; }
${['queue', 'hour', 'tomorrow', 'monday', 'own', 'now']
  .map((id) => `.compose:has([data-choice=${id}]:checked) .act.for-${id}`)
  .join(', ')} { display: inline; }
.media-field { margin-top: .5rem !important; }
.channel-media { margin-top: .8rem; display: grid; gap: .4rem; justify-items: start; } .channel-media > .media-field { width: 100%; margin-top: 0 !important; }
.own-media { margin: 0; color: var(--calm); font-weight: 600; } .own-media .link-button { color: inherit; }
.shared-media { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem .7rem; } .shared-media > ul { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: .35rem; }
.shared-media .thumb { width: 2.4rem; height: 2.4rem; display: grid; place-items: center; font-size: .65rem; }
.media-field > legend { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.media-list { list-style: none; margin: 0; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(min(19rem, 100%), 1fr)); gap: .6rem; }
.media-list:not(:empty) { margin-bottom: .7rem; }
.media-item { display: flex; gap: .7rem; align-items: flex-start; padding: .5rem; border: 1px solid var(--line); border-radius: 10px; background: var(--paper); }
.media-words { flex: 1; min-width: 0; display: grid; gap: .25rem; }
.media-item .thumb { width: 4.4rem; height: 4.4rem; }
.media-item .field { display: grid; justify-items: start; gap: .25rem; margin: 0; }
.media-item .field > label { flex: none; padding: .1rem .45rem; border-radius: 5px; background: var(--good-soft); color: var(--good); font-size: .75rem; }
.media-item .field:has(:placeholder-shown) > label { background: var(--warn-soft); color: var(--warn); }
.media-item .field > input { width: 100%; min-width: 0; padding: .3rem .55rem; font-size: .88rem; }
.media-item .thumb { cursor: grab; touch-action: none; } .media-item.dragged { opacity: .55; border-color: var(--accent); }
.library[open] { position: static; width: auto; max-width: 100%; margin: .7rem 0 0; padding: .8rem; border: 1px solid var(--line); border-radius: 10px; background: var(--card); color: inherit; display: grid; gap: .7rem; }
.library::backdrop { background: rgb(20 16 12 / .45); }
.library:modal { position: fixed; inset: 0; width: min(56rem, calc(100vw - 2rem)); height: fit-content; max-height: calc(100dvh - 2rem); margin: auto; overflow: auto; }
.library:modal .media-grid { max-height: 55dvh; }
.library-head { display: grid; grid-template-columns: minmax(0, 1fr) repeat(2, minmax(7rem, auto)) auto; gap: .5rem; } .library > .line { justify-content: space-between; }
body:has(#compose) #toasts { bottom: 5.4rem; }
.library .media-grid { margin: 0; padding: 2px; grid-template-columns: repeat(auto-fill, minmax(7rem, 1fr)); gap: .6rem; max-height: 22rem; overflow: auto; }
.library .row-link { padding: 0; border: 0; background: none; color: inherit; font: inherit; font-size: .85rem; font-weight: 500; text-align: left; cursor: pointer; }
.media-title { display: flex; flex-wrap: wrap; align-items: baseline; gap: .5rem; min-width: 0; font-size: .88rem; }
.media-title .soft { flex: none; font-size: .8rem; }
.media-item .buttons { gap: 0; flex-direction: column; margin: -.2rem -.2rem 0 0; }
.media-item .buttons .button { padding: .1rem .4rem; line-height: 1.2; }
.media-item[data-uploading] .button, .media-item:has([data-state]) .button { justify-self: start; }
@media (max-width: 60rem) {
  .compose { grid-template: auto 1fr auto / minmax(0, 1fr); }
  .compose .pane-switch { display: flex; justify-self: center; margin: 0 0 1rem; }
  .pane-switch label { flex: 1; } .pane-switch label > span { min-width: 7rem; text-align: center; padding: .35rem .8rem; }
  .compose-preview { position: static; max-height: none; overflow: visible; padding: 0 0 1.5rem; }
  .compose:has([name=pane][value=write]:checked) .compose-preview, .compose:has([name=pane][value=preview]:checked) .compose-write { display: none; }
}
@media (max-width: 46rem) {
  .library-head { grid-template-columns: minmax(0, 1fr); } body:has(#compose) #toasts { bottom: 8.4rem; }
  body:has(#compose) .nav { display: none; }
  body:has(#compose) { padding-bottom: 0; }
  .chips { position: relative; flex-wrap: nowrap; max-height: none; margin: 0 -1rem; padding: 2px 1rem; overflow-x: auto; scrollbar-width: none; }
  .chip { max-width: 11rem; } .chip-place { flex: none; }
  .tab-panel { padding-inline: .9rem; }
  .tab { padding-inline: .7rem; } .tab-radio:not(:checked, #tab-all) + .tab > .one-line { position: absolute; width: 1px; height: 1px; clip-path: inset(50%); }
  .compose-status { flex-basis: 100%; }
  .compose-foot { padding-block: .5rem max(.6rem, env(safe-area-inset-bottom)); }
  .compose-foot .buttons { width: 100%; }
  .compose-foot .buttons:has(.foot-time) { flex-wrap: wrap; } .foot-time { flex: 1 1 100%; order: -1; } .compose-foot .buttons:has(.foot-time) .button.main { flex: 1; }
  .compose-foot .button { padding-inline: .7rem; font-size: .86rem; }
  .compose-foot .split, .split > .button.main:first-of-type { flex: 1; justify-content: center; }
  .time-menu > summary { align-items: center; }
}
`;
