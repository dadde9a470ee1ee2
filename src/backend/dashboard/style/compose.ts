/** What only writing a post needs. */
export const COMPOSE = `
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
.account-options { border-top: 1px solid var(--line); padding: .6rem 0; }
.account-options > summary .line { display: inline-flex; flex-wrap: nowrap; max-width: calc(100% - 1.4rem); vertical-align: middle; overflow-wrap: anywhere; }
.option-fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr)); gap: .2rem 1.2rem; }
.option-fields .long { grid-column: 1 / -1; }
.option-fields textarea { min-height: 4.5rem; }
.plain-field { border: 0; padding: 0; }
.preview { display: grid; gap: .5rem; }
.preview-text { padding: .7rem .85rem; border-radius: 8px; background: var(--sunk); }
.preview-text:empty { display: none; }
.count-line { display: flex; align-items: center; gap: .6rem; }
.count-line meter { flex: 0 0 6rem; height: .7rem; }
.too-long { color: var(--bad); font-weight: 600; }
.issues { list-style: none; margin: 0; padding: 0; display: grid; gap: .3rem; }
.issues li { padding-left: .8rem; border-left: 3px solid var(--warn); }
.issues li.error { border-left-color: var(--bad); }
@media (max-width: 60rem) { .compose .beside { position: static; max-height: none; overflow: visible; } }
`;
