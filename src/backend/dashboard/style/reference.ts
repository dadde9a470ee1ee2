/** The API reference: contents, operations, code. */
export const REFERENCE = `
.api-frame { display: grid; grid-template-columns: 21rem minmax(0, 1fr); min-height: 100vh; }
.api-side { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1.25rem 1rem 2rem; background: var(--sunk); border-right: 1px solid var(--line); }
.api-side .brand { padding-inline: 0; }
.api-side h2 { font-size: .95rem; margin: 1rem 0 .25rem; }
.api-side h2 a { color: inherit; text-decoration: none; }
.api-side ul { list-style: none; margin: 0; padding: 0; }
.api-side li a { display: block; padding: .18rem .35rem; border-radius: 6px; color: var(--soft); text-decoration: none; font: .8rem/1.45 var(--mono); overflow-wrap: anywhere; }
.api-side li a:hover { background: var(--card); color: var(--ink); }
.api-frame .page { max-width: 62rem; }
.api-frame [id] { scroll-margin-top: 1rem; }
.api-section { padding-top: 1.2rem; border-top: 1px solid var(--line); }
.api-section > h2 { font-size: 1.5rem; margin-bottom: .3rem; }
.api-lead { max-width: 46rem; margin-bottom: 1rem; }
.api-lead ul { margin: 0; padding-left: 1.2rem; }
.api-card { display: grid; gap: .8rem; grid-template-columns: minmax(0, 1fr); }
.api-card:target, .rows > li:target { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent); }
.api-card h3 a { color: inherit; text-decoration: none; overflow-wrap: anywhere; }
.api-card h3 a:hover { text-decoration: underline; }
.api-card h3 code { font-size: 1rem; }
.api-card h4 { margin: 0 0 .35rem; font: 600 .82rem/1.3 var(--sans); color: var(--soft); text-transform: uppercase; letter-spacing: .04em; }
.api-objects { margin: 1.6rem 0 .7rem; }
.api-method { font: 700 .72rem/1 var(--mono); color: var(--calm); }
.api-method.post, .api-method.put { color: var(--good); }
.api-method.patch { color: var(--warn); }
.api-method.delete { color: var(--bad); }
.api-fields { margin: 0; border: 1px solid var(--line); border-radius: 8px; overflow: hidden; }
.api-fields + .api-fields { margin-top: .6rem; }
.api-fields > div { display: grid; grid-template-columns: minmax(0, 17rem) minmax(0, 1fr); gap: .2rem 1rem; padding: .5rem .8rem; border-top: 1px solid var(--line); }
.api-fields > div:first-child { border-top: 0; }
.api-fields dt { min-width: 0; overflow-wrap: anywhere; }
.api-fields dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
.api-type { display: block; color: var(--soft); }
.api-code { background: var(--sunk); border: 1px solid var(--line); border-radius: 8px; overflow: auto; max-height: 30rem; }
.api-code pre { margin: 0; padding: .8rem 1rem; font-size: .82rem; line-height: 1.5; }
.api-card details > .api-code { margin-top: .5rem; }
.api-card details + p { margin-top: .6rem; }
@media (max-width: 60rem) {
  .api-frame { display: block; }
  .api-side { position: static; height: auto; max-height: none; border-right: 0; border-bottom: 1px solid var(--line); padding-bottom: 1rem; }
  .api-frame .page { padding-bottom: 3rem; }
  .api-fields > div { grid-template-columns: minmax(0, 1fr); }
  .api-side li a { padding-block: .35rem; }
}
`;
