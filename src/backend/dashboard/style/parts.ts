import { PLATFORMS } from '../../../contract/platforms.js';
import { NETWORKS } from '../../networks/registry.js';

const BADGE_COLORS = PLATFORMS.map(
  (platform) => `.net.${platform} { background: ${NETWORKS[platform].badge.color}; }`,
).join('\n');

/** Parts of pages: cards, lists, badges, buttons, fields, notices, settings forms. */
export const PARTS = `
.card { background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); padding: 1.1rem 1.2rem; }
.card + .card { margin-top: .75rem; }
.rows { list-style: none; margin: 0; padding: 0; background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); overflow: hidden; }
.rows > li { padding: .85rem 1.1rem; border-top: 1px solid var(--line); position: relative; }
.rows > li:first-child { border-top: 0; }
.rows + :is(p, form) { margin-top: .9rem; }
.facts + p { margin-top: .9rem; }
.rows > li:has(.row-link:hover) { background: color-mix(in srgb, var(--ink) 3%, var(--card)); }
.row-link { color: inherit; text-decoration: none; }
.row-link::after { content: ""; position: absolute; inset: 0; }
.row-link ~ .button, .row-link ~ form { position: relative; z-index: 1; }
.row-link:hover { color: inherit; }
.line { display: flex; flex-wrap: wrap; align-items: center; gap: .3rem .7rem; min-width: 0; }
.line > .grow { flex: 1 1 11rem; min-width: 0; }
.line > .end { margin-left: auto; text-align: right; }
.pill {
  display: inline-flex; align-items: center; gap: .35rem; padding: .1rem .55rem; border-radius: 999px; font-size: .8rem;
  font-weight: 600; background: var(--sunk); color: var(--soft); white-space: nowrap;
}
.pill::before { content: ""; width: .45rem; height: .45rem; border-radius: 50%; background: currentColor; }
.pill.good { background: var(--good-soft); color: var(--good); }
.pill.warn { background: var(--warn-soft); color: var(--warn); }
.pill.bad { background: var(--bad-soft); color: var(--bad); }
.pill.calm { background: var(--calm-soft); color: var(--calm); }
.pill.plain::before { display: none; }
.net {
  display: inline-flex; align-items: center; justify-content: center; flex: none; width: 1.55rem; height: 1.55rem;
  border-radius: 7px; border: 1px solid light-dark(transparent, rgb(255 255 255 / .2)); color: #fff; background: #555; font: 700 .66rem/1 var(--sans); letter-spacing: -.01em;
}
${BADGE_COLORS}
.nets { display: inline-flex; gap: .25rem; }
.button, button.button {
  display: inline-flex; align-items: center; justify-content: center; text-align: center; gap: .45rem; padding: .48rem .95rem; border-radius: 8px; cursor: pointer;
  border: 1px solid var(--line-strong); background: var(--card); color: var(--ink); font: 600 .92rem/1.3 var(--sans);
  text-decoration: none;
}
.button:hover { background: var(--sunk); color: var(--ink); }
.button.main { background: var(--accent); border-color: var(--accent); color: var(--accent-ink); }
.button.main:hover { background: var(--accent-deep); border-color: var(--accent-deep); }
.button.danger { color: var(--bad); border-color: color-mix(in srgb, var(--bad) 45%, var(--line)); }
.button.danger:hover { background: var(--bad-soft); }
.button.quiet { border-color: transparent; background: none; color: var(--soft); padding-inline: .5rem; }
.button.quiet:hover { color: var(--ink); background: var(--sunk); }
.button[disabled] { opacity: .6; cursor: default; }
p + .buttons { margin-top: .75rem; }
.buttons { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
.field { display: grid; gap: .3rem; margin-bottom: 1rem; }
.field > label, .field > .label, legend { font-weight: 600; font-size: .92rem; }
:is(.field, .media-drop) .hint { color: var(--soft); font-size: .87rem; }
input[type=text], input[type=password], input[type=search], input[type=url], input[type=number], input[type=date],
input[type=time], input[type=datetime-local], select, textarea {
  width: 100%; padding: .5rem .7rem; border: 1px solid var(--line-strong); border-radius: 8px; background: var(--card);
  color: var(--ink); font: inherit;
}
textarea { min-height: 8rem; resize: vertical; line-height: 1.5; }
input::placeholder, textarea::placeholder { color: var(--faint); }
input[type=checkbox], input[type=radio] { accent-color: var(--accent); width: 1.05rem; height: 1.05rem; margin: .22rem 0 0; flex: none; }
fieldset { border: 1px solid var(--line); border-radius: var(--radius); padding: .8rem 1.1rem 1rem; margin: 0 0 1rem; min-width: 0; }
.check { display: flex; gap: .6rem; padding: .22rem 0; }
.check .what { color: var(--soft); font-size: .87rem; display: block; }
.notice { border: 1px solid var(--line); border-left: 4px solid var(--calm); border-radius: 8px; background: var(--card); padding: .75rem 1rem; }
.notice.good { border-left-color: var(--good); } .notice.warn { border-left-color: var(--warn); }
.notice.bad { border-left-color: var(--bad); }
.notice p + p { margin-top: .35rem; }
.notice + .card { margin-top: .75rem; }
.notice ul { margin: .35rem 0 0; padding-left: 1.2rem; }
.page > .notice, .connect > .notice { margin-bottom: 1.25rem; }
.app-sign-in > .notice { margin-bottom: 1rem; }
.app-sign-in .buttons + p { margin-top: .75rem; }
/* The steps and the errors of networks hold addresses and names of permissions. */
.steps, .small { overflow-wrap: anywhere; }
.app-addresses > h3 { margin-bottom: .6rem; }
.empty { border: 1px dashed var(--line-strong); border-radius: var(--radius); padding: 1.6rem 1.4rem; color: var(--soft); display: grid; gap: .6rem; justify-items: start; }
.empty-title { color: var(--ink); font: 600 1.05rem/1.2 var(--serif); }
.facts time { white-space: normal; }
.facts { display: grid; grid-template-columns: fit-content(9rem) minmax(0, 1fr); gap: .35rem 1.2rem; margin: 0; }
.facts dt { color: var(--soft); } .facts dd { margin: 0; overflow-wrap: anywhere; }
.tabs { display: flex; flex-wrap: wrap; gap: .3rem; margin-bottom: 1.1rem; padding: 0; list-style: none; }
.tabs a { padding: .32rem .8rem; border-radius: 999px; text-decoration: none; color: var(--soft); font-weight: 500; border: 1px solid transparent; }
.tabs a:hover { background: var(--sunk); }
.tabs a[aria-current] { background: var(--ink); color: var(--paper); }
.secret { display: block; padding: .8rem 1rem; border-radius: 8px; background: var(--sunk); border: 1px solid var(--line); overflow-wrap: anywhere; white-space: pre-wrap; font-family: var(--mono); font-size: .86rem; max-height: 24rem; overflow: auto; }
.copy-row { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .5rem; align-items: start; }
.meter { height: .4rem; border-radius: 999px; background: var(--sunk); overflow: hidden; }
.meter > span { display: block; height: 100%; background: var(--accent); }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(21rem, 100%), 1fr)); gap: .9rem; align-items: start; }
.cards > .card + .card { margin-top: 0; }
details > summary { cursor: pointer; color: var(--soft); font-weight: 500; }
details[open] > summary { margin-bottom: .6rem; }
.toast { box-shadow: 0 8px 30px rgb(0 0 0 / .18); }
.toast.undo { display: flex; align-items: center; justify-content: space-between; gap: 1rem; padding: .7rem .8rem .7rem 1.1rem; border-radius: 10px; background: light-dark(#2a241f, #ede8e1); color: light-dark(#faf7f2, #211d19); animation: toast-in .18s ease-out; }
.toast.undo p + p { margin-top: .2rem; }
.toast.undo form { margin: 0; }
.toast.undo a { color: light-dark(#f7b27a, #8a2d0f); }
.toast.undo a:hover { color: inherit; }
.undo-button { padding: .3rem .7rem; border: 0; border-radius: 7px; background: light-dark(rgb(255 255 255 / .12), rgb(0 0 0 / .08)); color: light-dark(#f7b27a, #8a2d0f); font: 650 .92rem/1.4 var(--sans); cursor: pointer; }
.undo-button:hover { background: light-dark(rgb(255 255 255 / .2), rgb(0 0 0 / .14)); }
.undo-button:focus-visible { outline-color: currentColor; }
@keyframes toast-in { from { opacity: 0; transform: translateY(.5rem); } }
@media (prefers-reduced-motion: reduce) { .toast.undo { animation: none; } }
dialog.ask { width: min(30rem, calc(100vw - 2rem)); padding: 1.4rem 1.5rem 1.2rem; border: 1px solid var(--line); border-radius: 14px; background: var(--card); color: var(--ink); box-shadow: 0 24px 70px rgb(0 0 0 / .3); }
dialog.ask::backdrop { background: rgb(20 16 12 / .45); }
dialog.ask h2 { overflow-wrap: anywhere; }
dialog.ask p { margin-top: .6rem; color: var(--soft); overflow-wrap: anywhere; }
dialog.ask .buttons { justify-content: flex-end; margin-top: 1.3rem; }
table.plain-table { border-collapse: collapse; width: 100%; }
.plain-table th { text-align: left; font-weight: 600; color: var(--soft); font-size: .84rem; }
.plain-table th, .plain-table td { padding: .5rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top; }
p + form { margin-top: .75rem; }
.set-up { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 1.4rem; align-items: start; max-width: 46rem; }
.set-up img { border-radius: 8px; background: #fff; } .set-up ol { margin: 0 0 .8rem; padding-left: 1.2rem; } .set-up p { margin-bottom: .8rem; }
@media (max-width: 40rem) { .set-up { grid-template-columns: minmax(0, 1fr); } }
.settings-form { max-width: 46rem; }
.settings-form > .buttons + p { margin-top: .75rem; }
.settings-form > p + .field { margin-top: .9rem; }
.field.narrow { max-width: 16rem; }
.field.medium { max-width: 24rem; }
.scope-groups { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(18rem, 100%), 1fr)); gap: 1rem 1.5rem; }
.scope-groups fieldset { border: 0; padding: 0; margin: 0; }
.scope-groups legend { padding: 0; margin-bottom: .2rem; font-family: var(--serif); }
.event-choice { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(18rem, 100%), 1fr)); gap: .1rem 1.5rem; margin-top: .5rem; padding-left: 1.65rem; }
.webhook-card { gap: 1.1rem; }
.ended-keys .rows { opacity: .8; }
.channel { display: grid; gap: .7rem; grid-template-columns: minmax(0, 1fr); align-content: start; scroll-margin-top: 1rem; }
.channel:target { border-color: var(--accent); }
.channel .line > h2 { flex-basis: 5rem; }
.channel .handle { overflow-wrap: anywhere; }
.link-tags > p { margin: .4rem 0; } .link-tags form { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; margin-top: .4rem; }
.channel > .buttons { margin-left: -.4rem; gap: .2rem 0; } .channel > .buttons:not(:empty) + .buttons { margin-top: -.5rem; }
/* Three of them stand in a row of a card. */
.channel > .buttons .button.quiet { padding-inline: .4rem; font-size: .86rem; }
.app-place { margin-top: 1rem; }
.used { appearance: none; display: block; width: 100%; height: .4rem; margin-top: .35rem; border: 0; border-radius: 999px; overflow: hidden; background: var(--sunk); }
.used::-webkit-progress-bar { background: var(--sunk); }
.used::-webkit-progress-value { background: var(--accent); }
.used::-moz-progress-bar { background: var(--accent); }
.field-row { display: flex; flex-wrap: wrap; gap: .4rem 1rem; align-items: end; }
.field-row .grow { flex: 1 1 14rem; }
.field-row > .button { margin-bottom: 1rem; }
.connect h2 { margin-bottom: .8rem; }
.connect details { margin-top: .6rem; }
.connect .later { margin-top: .8rem; }
.connect .sandbox-note { margin-bottom: .9rem; max-width: 46rem; }
.connect .facts { grid-template-columns: minmax(9rem, max-content) minmax(0, 1fr); }
.post-words { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; white-space: pre-line; overflow-wrap: anywhere; unicode-bidi: plaintext; }
`;
