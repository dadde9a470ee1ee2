/** What only the pages of posts need. */
export const POSTS = `
.post-row { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .4rem 1rem; align-items: start; }
.post-row-where { grid-column: 1 / -1; min-height: 1.55rem; }
.crumbs { width: 100%; }
.post-text { font-size: 1.05rem; line-height: 1.6; }
.target { display: grid; gap: .6rem; grid-template-columns: minmax(0, 1fr); }
.target fieldset { display: grid; gap: .8rem; margin: .2rem 0 0; grid-template-columns: minmax(0, 1fr); }
.target fieldset .field, .target fieldset .field-row > .button { margin: 0; }
.target .line > h3 { font-size: 1rem; }
.parts { list-style: none; margin: 0; padding: .5rem 0 0; border-top: 1px solid var(--line); display: grid; gap: .35rem; }
.attempts, .history { margin: 0; padding-left: 1.2rem; display: grid; gap: .4rem; }
.history { list-style: none; padding-left: 1rem; border-left: 2px solid var(--line); gap: .8rem; }
.history ul { margin: .2rem 0 0; padding-left: 1.1rem; overflow-wrap: anywhere; }
.acts-panel { gap: .9rem; }
.acts-panel:not(:has(form, a, details, p)), .buttons:empty { display: none; }
.acts-panel form { margin: 0; }
.acts-panel details > form, .acts-panel details > .stack { padding-top: .4rem; }
.approval { display: grid; gap: .8rem; border-color: color-mix(in srgb, var(--warn) 50%, var(--line)); background: var(--warn-soft); }
.filter { display: grid; grid-template-columns: minmax(0, 1fr) minmax(8rem, 12rem) auto; gap: .5rem; margin-bottom: 1rem; }
.activity-filter { grid-template-columns: minmax(0, 1fr) repeat(3, minmax(7rem, 10.5rem)) auto; }
.pages { margin-top: 1rem; }
.more { text-align: center; }
@media (max-width: 60rem) { .activity-filter { grid-template-columns: 1fr 1fr; } .activity-filter input[type=search] { grid-column: 1 / -1; } }
@media (max-width: 46rem) { .post-row { grid-template-columns: minmax(0, 1fr); } .post-row-state { order: -1; } }
@media (max-width: 46rem) { .filter { grid-template-columns: 1fr 1fr; } .filter input[type=search] { grid-column: 1 / -1; } }
`;
