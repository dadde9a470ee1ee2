/** What the networks have counted. */
export const INSIGHTS = `
.scroll-x { overflow-x: auto; }
table.numbers { border-collapse: collapse; font-size: .88rem; font-variant-numeric: tabular-nums; }
.numbers :is(th, td) { padding: .2rem .9rem .2rem 0; text-align: right; white-space: nowrap; }
.numbers :is(thead th, tbody th) { font-weight: 500; color: var(--soft); }
.numbers th[scope=row] { text-align: left; color: var(--ink); }
.numbers.wrapped :is(th, td) { white-space: normal; }
.numbers tbody tr { border-top: 1px solid var(--line); }
.numbers .soft { color: var(--faint); font-size: .8rem; }
.post-numbers > :last-child { display: grid; gap: .15rem; margin-top: .4rem; }
.growth { display: block; overflow: visible; }
.growth polyline { fill: none; stroke: var(--accent); stroke-width: 1.6; stroke-linejoin: round; }
.growth circle { fill: var(--accent); }
.insight-filter { display: flex; flex-wrap: wrap; gap: .5rem; margin-bottom: 1rem; }
.insight-filter > div { flex: 0 1 13rem; min-width: 9rem; }
.insight-notes { margin: 0; padding: 0; list-style: none; }
.insight { display: grid; gap: .8rem; grid-template-columns: minmax(0, 1fr); }
.insight h2 { flex-wrap: nowrap; } .insight h2 > .net { flex: none; }
.insight h3 { font-size: .95rem; }
.insight svg { font: 500 11px/1 var(--sans); }
.insight svg text { fill: var(--soft); }
.insight .axis { stroke: var(--line-strong); }
.strip-plot { display: block; width: 100%; max-width: 36rem; height: auto; }
.strip-plot circle { fill: color-mix(in srgb, var(--accent) 62%, transparent); stroke: var(--card); stroke-width: .6; }
.strip-plot a:hover circle { fill: var(--accent-deep); }
.strip-plot .median { stroke: var(--ink); stroke-width: 1.5; stroke-dasharray: 4 3; }
.best-posts { margin: .3rem 0 0; padding: 0; list-style: none; display: grid; gap: .35rem; }
.best-posts li { display: grid; grid-template-columns: minmax(2.2rem, max-content) minmax(0, 1fr) max-content; gap: .2rem .8rem; align-items: baseline; }
.best-posts strong { text-align: right; font-variant-numeric: tabular-nums; }
.followers-line { display: block; width: 100%; max-width: 24rem; height: auto; overflow: visible; }
.followers-line polyline { fill: none; stroke: var(--accent); stroke-width: 1.6; stroke-linejoin: round; }
.followers-line circle { fill: var(--accent); }
.two-plots { display: flex; flex-wrap: wrap; gap: 1.2rem 2.5rem; }
.columns-plot { flex: none; display: block; }
.columns-plot .bar { fill: var(--line-strong); }
.columns-plot .bar.out { fill: var(--accent); }
.columns-plot .value { fill: var(--ink); }
@media (max-width: 46rem) {
  .best-posts li { grid-template-columns: minmax(2.2rem, max-content) minmax(0, 1fr); }
  .best-posts .small { grid-column: 2; }
  .insight-filter > div { flex: 1 1 45%; }
}
`;
