/** What the networks have counted. */
export const INSIGHTS = `
.scroll-x { overflow-x: auto; }
table.numbers { border-collapse: collapse; font-size: .88rem; font-variant-numeric: tabular-nums; }
.numbers :is(th, td) { padding: .2rem .9rem .2rem 0; text-align: right; white-space: nowrap; }
.numbers :is(thead th, tbody th) { font-weight: 500; color: var(--soft); }
.numbers th[scope=row] { text-align: left; color: var(--ink); }
.numbers tbody tr { border-top: 1px solid var(--line); }
.numbers .soft { color: var(--faint); font-size: .8rem; }
.post-numbers > :last-child { display: grid; gap: .15rem; margin-top: .4rem; }
.growth { display: block; overflow: visible; }
.growth polyline { fill: none; stroke: var(--accent); stroke-width: 1.6; stroke-linejoin: round; }
.growth circle { fill: var(--accent); }
`;
