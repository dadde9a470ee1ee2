/** Lists of posts, a post’s page, and its images and videos. */
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
.remarks { list-style: none; margin: 0 0 1rem; padding: 0; display: grid; gap: .9rem; }
.remarks p { margin: 0; } .remarks form { margin: 0; }
.remark-text { margin-top: .15rem; white-space: pre-wrap; }
.changed-text { margin: .3rem 0 0; color: var(--ink); }
.changed-text del { background: var(--bad-soft); color: var(--bad); }
.changed-text ins { background: var(--good-soft); color: var(--good); text-decoration: none; }
.plain-rows { list-style: none; margin: .4rem 0 0; padding: 0; display: grid; gap: .4rem; }
.plain-rows form { margin: 0; }
.history ul { margin: .2rem 0 0; padding-left: 1.1rem; overflow-wrap: anywhere; }
.acts-panel { gap: .9rem; }
.acts-panel:not(:has(form, a, details, p)), .buttons:empty { display: none; }
.acts-panel form { margin: 0; }
.acts-panel details > form, .acts-panel details > .stack { padding-top: .4rem; }
.approval { display: grid; gap: .8rem; border-color: color-mix(in srgb, var(--warn) 50%, var(--line)); background: var(--warn-soft); }
.filter { display: grid; grid-template-columns: minmax(0, 1fr) minmax(8rem, 12rem) auto; gap: .5rem; margin-bottom: 1rem; }
.activity-rows > li:not(.day-line) { padding-block: .6rem; }
.activity-rows .line { column-gap: .6rem; }
.activity-rows time { font-variant-numeric: tabular-nums; }
.activity-rows > .read-call { color: var(--soft); }
.read-call strong { font-weight: 550; }
.activity-filter { grid-template-columns: minmax(0, 1fr) repeat(3, minmax(7rem, 10.5rem)) auto; }
.pages { margin-top: 1rem; }
.more { text-align: center; }
@media (max-width: 60rem) { .activity-filter { grid-template-columns: 1fr 1fr; } .activity-filter input[type=search] { grid-column: 1 / -1; } }
@media (max-width: 46rem) { .post-row { grid-template-columns: minmax(0, 1fr); } .post-row-state { order: -1; } }
@media (max-width: 46rem) { .filter { grid-template-columns: 1fr 1fr; } .filter input[type=search] { grid-column: 1 / -1; } }
.channel-choice { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(13rem, 100%), 1fr)); gap: .15rem 1rem; }
.channel-choice.single { grid-template-columns: minmax(0, 1fr); }
.channel-choice .check { align-items: center; }
.channel-choice .check input { margin: 0; }
.channel-choice .grow { flex: 1; min-width: 0; }
.channel-choice .one-line { display: block; }
.plain-field { border: 0; padding: 0; }
.too-long { color: var(--bad); font-weight: 600; }
.issues { list-style: none; margin: 0; padding: 0; display: grid; gap: .3rem; }
.issues li { padding-left: .8rem; border-left: 3px solid var(--warn); }
.issues li.error { border-left-color: var(--bad); }
.thumb { width: 6rem; height: 6rem; flex: none; object-fit: cover; border-radius: 8px; background: var(--sunk); border: 1px solid var(--line); }
.thumb.none { display: grid; place-items: center; color: var(--soft); font-size: .87rem; }
input[type=file] { max-width: 100%; color: var(--soft); font: inherit; }
input[type=file]::file-selector-button {
  margin-right: .8rem; padding: .4rem .9rem; border-radius: 8px; cursor: pointer; border: 1px solid var(--line-strong);
  background: var(--card); color: var(--ink); font: 600 .92rem/1.3 var(--sans);
}
.post-media { list-style: none; margin: 0; padding: 0; display: grid; gap: .9rem; grid-template-columns: repeat(auto-fill, minmax(min(14rem, 100%), 1fr)); }
.post-media figure { margin: 0; padding: .6rem; }
.post-media img, .post-media video { display: block; width: 100%; max-height: 22rem; object-fit: contain; border-radius: 6px; background: var(--sunk); }
.post-media figcaption { display: grid; gap: .2rem; padding: .5rem .3rem 0; }
@media (max-width: 46rem) { .thumb { width: 4rem; height: 4rem; } }
`;
