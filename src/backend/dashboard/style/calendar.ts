/** The calendar and the schedules. The grid’s rules come with its script, as `calendar.css`. */
export const CALENDAR = `
.span-bar { display: flex; flex-wrap: wrap; align-items: center; gap: .6rem 1.1rem; margin-bottom: 1rem; }
.span-bar h2 { font-size: 1.3rem; flex: 1 1 auto; }
.span-bar .tabs { margin: 0; padding: .2rem; border-radius: 999px; background: var(--sunk); }
.span-bar .tabs a { padding: .22rem .8rem; font-size: .9rem; }
.calendar-filter { display: flex; gap: .5rem; width: min(32rem, 100%); margin: -.3rem 0 1rem; }
@media (scripting: enabled) { [data-sends-itself] .without-script { display: none; } }
.day:target > h3 { color: var(--accent); }
.day { scroll-margin-top: 1rem; }
.hover-card { position: fixed; z-index: 25; display: grid; gap: .5rem; width: 20rem; max-width: calc(100vw - 1rem); padding: .85rem 1rem; border: 1px solid var(--line-strong); border-radius: 12px; background: var(--card); box-shadow: 0 12px 40px rgb(0 0 0 / .22); pointer-events: none; }
.hover-card .words { max-height: 9.5em; overflow: hidden; }
.step { padding-inline: .6rem; }
.step.back .icon { transform: scaleX(-1); }
.page:has(.planner) { max-width: 96rem; }
.day-list { list-style: none; margin: 0; padding: 0; display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.2rem; }
.planner.list #day-list, .planner:not(.drawn) #day-list { max-width: 60rem; }
.day:has(> p) { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 .8rem; }
.day:has(> p) > h3 { margin: 0; }
.day > h3 { display: flex; align-items: baseline; gap: .6rem; margin-bottom: .45rem; }
.day:not(.today) > h3 { color: var(--soft); }
.today-mark { padding: 0 .55rem; border-radius: 999px; background: var(--accent); color: var(--accent-ink); font: 600 .75rem/1.5 var(--sans); }
.day .rows time { font-variant-numeric: tabular-nums; font-weight: 600; }
.day .rows > .open-slot { background: none; color: var(--soft); }
.day .rows > .open-slot .pill { background: none; border: 1px dashed var(--line-strong); }
.day .rows:not(:has(> li:not(.open-slot))) { background: none; border-style: dashed; }
.legend { display: flex; flex-wrap: wrap; gap: .35rem 1.1rem; margin-top: 1rem; }
.legend .grow { margin-left: auto; }
.key { display: inline-flex; align-items: center; gap: .4rem; }
.key::before { content: ""; width: .8rem; height: .8rem; border-radius: 4px; background: var(--tone-soft); border: 1px solid var(--tone); border-left-width: 3px; }
.key.proposal::before { border-style: dashed; }
.key.slot::before { border: 1px dashed var(--faint); background: none; }
.key, .ec-event { --tone: var(--faint); --tone-soft: var(--sunk); }
.key.calm, .ec-event.calm { --tone: var(--calm); --tone-soft: var(--calm-soft); }
.key.good, .ec-event.good { --tone: var(--good); --tone-soft: var(--good-soft); }
.key.warn, .ec-event.warn { --tone: var(--warn); --tone-soft: var(--warn-soft); }
.key.bad, .ec-event.bad { --tone: var(--bad); --tone-soft: var(--bad-soft); }
.grid-place:empty { display: none; }
.planner.drawn #day-list { display: none; }
/* The list appears with a delay where a grid will replace it, so that it does not flash. */
@media (scripting: enabled) and (min-width: 46rem) {
  .planner.week #day-list, .planner.month #day-list { animation: show-late 1.5s step-end; }
}
@keyframes show-late { from { visibility: hidden; } to { visibility: visible; } }
.schedule { display: grid; gap: .75rem; grid-template-columns: minmax(0, 1fr); align-content: start; scroll-margin-top: 1rem; }
.schedule:target { border-color: var(--accent); }
.schedule .line > h2 { flex-basis: 8rem; }
.schedule form { margin: 0; }
.channel-list { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: .35rem .9rem; }
.channel-list li { max-width: 100%; display: inline-flex; align-items: center; gap: .4rem; min-width: 0; }
.plain-list { list-style: none; margin: 0; padding: 0; }
.schedule-form { max-width: 46rem; }
.day-choice { display: grid; grid-template-columns: repeat(auto-fill, minmax(8rem, 1fr)); gap: 0 1rem; }
.schedule-form .field-row .field { flex: 1 1 8rem; max-width: 12rem; }
.schedule-form .field-row { align-items: start; }
.times > .check { margin-top: .4rem; }
.of-kind { padding-left: 1.65rem; margin: .3rem 0 .6rem; }
.times:has([value="window"]:checked) > .of-kind.fixed, .times:has([value="fixed"]:checked) > .of-kind.window { display: none; }
.time-list { list-style: none; margin: 0 0 .6rem; padding: 0; display: flex; flex-wrap: wrap; gap: .5rem; }
.time-list input { width: 8.5rem; }
.of-kind > p { margin-top: .5rem; }
.schedule-week { margin-bottom: 1.2rem; }
.week-filter { display: flex; gap: .5rem; max-width: 20rem; }
.week-days { list-style: none; margin: .8rem 0 0; padding: 0; display: grid; grid-template-columns: repeat(7, minmax(0, 1fr)); gap: .6rem; }
.week-days > li { min-width: 0; }
.week-days h3 { margin-bottom: .4rem; padding-bottom: .3rem; border-bottom: 1px solid var(--line); font-size: .9rem; }
.week-days a { display: grid; gap: .15rem; margin-bottom: .4rem; padding: .4rem .55rem; border: 1px solid var(--line); border-left: 3px solid var(--accent); border-radius: 8px; color: inherit; text-decoration: none; overflow-wrap: anywhere; }
.week-days a:hover { background: var(--sunk); }
.week-days strong { font-variant-numeric: tabular-nums; }
.week-days .marks { display: flex; flex-wrap: wrap; gap: .25rem; }
.zone-field { margin: 1rem 0 0; }
.zone-field .field { margin: 0; }
@media (max-width: 46rem) {
  .week-days { grid-template-columns: minmax(0, 1fr); }
  .week-days > li { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); gap: .6rem; align-items: baseline; }
  .week-days h3 { border: 0; }
  .week-days ul { display: flex; flex-wrap: wrap; gap: .4rem; }
  .week-days ul > li { flex: 1 1 7rem; max-width: 100%; min-width: 0; }
  .week-days a { height: 100%; margin: 0; }
  .schedule .facts { grid-template-columns: minmax(0, 1fr); gap: .1rem; }
  .schedule .facts dd + dt { margin-top: .4rem; }
  .span-bar h2 { order: -1; flex-basis: 100%; }
  .span-bar nav { margin-left: auto; }
  .span-bar .tabs a { padding-inline: .6rem; }
  .planner:not(.list) .span-bar .tabs li:last-child { display: none; }
  .day .rows .line > .grow { flex-basis: 8rem; }
}
`;
