/** What only the pages of keys and channels need. */
export const FORMS = `
.settings-form { max-width: 46rem; }
.field.narrow { max-width: 16rem; }
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
.channel > .buttons { margin-left: -.5rem; }
.used { appearance: none; display: block; width: 100%; height: .4rem; margin-top: .35rem; border: 0; border-radius: 999px; overflow: hidden; background: var(--sunk); }
.used::-webkit-progress-bar { background: var(--sunk); }
.used::-webkit-progress-value { background: var(--accent); }
.used::-moz-progress-bar { background: var(--accent); }
.field-row { display: flex; flex-wrap: wrap; gap: .4rem 1rem; align-items: end; }
.field-row .grow { flex: 1 1 14rem; }
.field-row > .button { margin-bottom: 1rem; }
.connect h2 { margin-bottom: .8rem; }
.connect details { margin-top: .6rem; }
.connect .facts { grid-template-columns: minmax(9rem, max-content) minmax(0, 1fr); }
.post-words { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; white-space: pre-line; overflow-wrap: anywhere; unicode-bidi: plaintext; }
`;
