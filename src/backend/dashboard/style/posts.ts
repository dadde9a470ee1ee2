/** Lists of posts, a post’s page, the compose form, and images and videos. */
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
.activity-filter { grid-template-columns: minmax(0, 1fr) repeat(3, minmax(7rem, 10.5rem)) auto; }
.pages { margin-top: 1rem; }
.more { text-align: center; }
@media (max-width: 60rem) { .activity-filter { grid-template-columns: 1fr 1fr; } .activity-filter input[type=search] { grid-column: 1 / -1; } }
@media (max-width: 46rem) { .post-row { grid-template-columns: minmax(0, 1fr); } .post-row-state { order: -1; } }
@media (max-width: 46rem) { .filter { grid-template-columns: 1fr 1fr; } .filter input[type=search] { grid-column: 1 / -1; } }
.compose .beside { position: sticky; top: 1rem; max-height: calc(100vh - 2rem); overflow: auto; padding-right: .3rem; }
.compose textarea#text { font-size: 1.05rem; min-height: 13rem; }
.channel-choice { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(13rem, 100%), 1fr)); gap: .15rem 1rem; }
.channel-choice .check { align-items: center; }
.channel-choice .check input { margin: 0; }
.channel-choice .grow { flex: 1; min-width: 0; }
.channel-choice .one-line { display: block; }
.compose fieldset, .compose .field { margin-bottom: 0; }
.compose .stack { gap: 1.4rem; }
.when .field { margin-top: .6rem; padding-left: 1.65rem; }
.when:not(:has(input[value=schedule]:checked)) .field { display: none; }
.submit-label { display: none; }
.compose:has(input[value=draft]:checked) .submit-label.for-draft, .compose:has(input[value=schedule]:checked) .submit-label.for-schedule,
.compose:has(input[value=queue]:checked) .submit-label.for-queue, .compose:has(input[value=now]:checked) .submit-label.for-now { display: inline; }
.account-options { border-top: 1px solid var(--line); padding: .6rem 0; }
.account-options > summary .line { display: inline-flex; flex-wrap: nowrap; max-width: calc(100% - 1.4rem); vertical-align: middle; overflow-wrap: anywhere; }
.option-fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr)); gap: .2rem 1.2rem; }
.option-fields .long { grid-column: 1 / -1; }
.option-fields textarea { min-height: 4.5rem; }
.plain-field { border: 0; padding: 0; }
.preview { display: grid; gap: .5rem; }
.preview-bar { margin-bottom: .2rem; }
.preview-head h3 { font: 600 .95rem/1.3 var(--sans); }
.preview-sheet { border: 1px solid var(--line); border-radius: 12px; background: var(--sunk); overflow: hidden; }
.preview-facts { display: flex; flex-wrap: wrap; gap: .1rem 1rem; }
.switch { display: inline-flex; margin: 0 0 0 auto; padding: 2px; border: 0; border-radius: 999px; background: var(--sunk); }
.switch label { position: relative; cursor: pointer; }
.switch label > span { display: block; padding: .16rem .8rem; border-radius: 999px; color: var(--soft); font-size: .82rem; font-weight: 600; }
.switch input:checked + span { background: var(--card); color: var(--ink); box-shadow: 0 1px 2px rgb(0 0 0 / .15); }
.switch input:focus-visible + span { outline: 2px solid var(--accent); outline-offset: 1px; }
.preview-text { padding: .7rem .85rem; border-radius: 8px; background: var(--sunk); }

#unfinished:not(:empty) { margin-bottom: 1.2rem; }
#unfinished .grow { flex-basis: 16rem; }
#check.old { --ink: var(--soft); color: var(--soft); filter: grayscale(1); }
#check.old .pill { display: none; }
.checking { display: none; }
.section-head:has(+ #check.old) .checking { display: inline; }
.preview-text:empty { display: none; }
.count-line { display: flex; align-items: center; gap: .6rem; }
.count-line meter { flex: 0 0 6rem; height: .7rem; }
.too-long { color: var(--bad); font-weight: 600; }
.issues { list-style: none; margin: 0; padding: 0; display: grid; gap: .3rem; }
.issues li { padding-left: .8rem; border-left: 3px solid var(--warn); }
.issues li.error { border-left-color: var(--bad); }
@media (max-width: 60rem) { .compose .beside { position: static; max-height: none; overflow: visible; } }
.media-field .field { margin: 0; }
.media-field.dropping { border-color: var(--accent); background: var(--accent-soft); }
.media-list { list-style: none; margin: 0; padding: 0; display: grid; gap: .8rem; }
.media-list:not(:empty) { margin-bottom: .9rem; }
.media-item { display: flex; gap: .9rem; align-items: flex-start; padding-bottom: .8rem; border-bottom: 1px solid var(--line); }
.media-words { flex: 1; min-width: 0; display: grid; gap: .3rem; }
.media-item .buttons { gap: .1rem; margin-left: -.5rem; }
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
