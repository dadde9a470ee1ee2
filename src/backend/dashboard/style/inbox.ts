/** The inbox. */
export const INBOX = `
.inbox-filters { display: flex; flex-wrap: wrap; gap: .6rem 1rem; align-items: center; margin-bottom: 1.1rem; }
.inbox-filters .tabs { margin: 0; }
.inbox-filters .account-filter { display: flex; gap: .4rem; width: 100%; }
.inbox-filters .account-filter select { min-width: 0; padding-inline: .4rem; font-size: .88rem; }
.inbox-filters .tabs a { padding-inline: .6rem; }
.stack-tight { display: grid; gap: .8rem; grid-template-columns: minmax(0, 1fr); align-content: start; }
.stack-tight > h2 { margin: 0; }
.inbox-panes { display: grid; grid-template-columns: minmax(0, 22rem) minmax(0, 1fr); gap: 1.8rem; align-items: start; }
.inbox-side { position: sticky; top: 1rem; max-height: calc(100vh - 2rem); overflow-y: auto; padding: 2px; }
.inbox-side > h1 { margin-bottom: .9rem; }
.inbox-title { margin-bottom: .9rem; font: 600 1.9rem/1.2 var(--serif); letter-spacing: -0.01em; }
.inbox-title a { color: inherit; text-decoration: none; }
.inbox-main { display: grid; gap: 1.1rem; grid-template-columns: minmax(0, 1fr); align-content: start; }
.rows > .inbox-row { padding: .75rem .9rem; }
.rows > .inbox-row.here { background: var(--accent-soft); box-shadow: inset 3px 0 0 var(--accent); }
.thread-bar { display: flex; align-items: center; justify-content: flex-end; gap: .6rem; min-height: 2.3rem; }
.thread-bar form { margin: 0; }
.back-link { margin-right: auto; display: none; }
.thread-head { display: grid; gap: .8rem; grid-template-columns: minmax(0, 1fr); }
.thread-post { display: flex; align-items: center; gap: .8rem; padding: .6rem .8rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--sunk); color: var(--soft); text-decoration: none; }
.thread-post .excerpt { flex: 1; min-width: 0; }
.thread-post img { width: 3.2rem; height: 3.2rem; flex: none; object-fit: cover; border-radius: 7px; }
.inbox-row, .comment { display: flex; gap: .75rem; align-items: flex-start; }
.inbox-row > .grow, .comment > .grow { flex: 1 1 0; min-width: 0; display: grid; gap: .3rem; grid-template-columns: minmax(0, 1fr); }
.inbox-row .end { display: inline-flex; gap: .4rem; align-items: center; }
.inbox-row .net { width: 1.25rem; height: 1.25rem; border-radius: 5px; font-size: .55rem; }
.excerpt { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; overflow-wrap: anywhere; unicode-bidi: plaintext; }
.name { overflow-wrap: anywhere; }
.inbox-row .line:first-child { flex-wrap: nowrap; } .inbox-row .line > :is(.end, .unread) { flex: none; }
.inbox-row .line > strong { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.initial {
  display: inline-flex; align-items: center; justify-content: center; flex: none; width: 2.1rem; height: 2.1rem;
  border-radius: 50%; background: var(--sunk); color: var(--soft); font: 600 .95rem/1 var(--serif); overflow: hidden;
}
.initial.you { background: var(--accent-soft); color: var(--accent); }
.unread {
  display: inline-flex; align-items: center; justify-content: center; min-width: .6rem; height: .6rem; border-radius: 999px;
  background: var(--accent); color: var(--accent-ink); font: 700 .7rem/1 var(--sans);
}
.unread:has([aria-hidden]) { height: 1.1rem; min-width: 1.1rem; padding: 0 .3rem; }
.simulate { margin-top: 2rem; padding-top: 1rem; border-top: 1px solid var(--line); max-width: 46rem; }
.simulate textarea { min-height: 3.5rem; }
.answer textarea { min-height: 5rem; }
.thread { list-style: none; margin: 0; padding: 0 0 0 1.05rem; border-left: 2px solid var(--line); display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); }
.thread .thread { margin: 1rem 0 0 1rem; }
.thread.top { padding: 0; border: 0; }
.comment { scroll-margin-top: 1rem; }
.comment.focus .words { font-size: 1.05rem; }
.comment.focus > .initial { box-shadow: 0 0 0 2px var(--card), 0 0 0 4px var(--accent); }
.comment:target { outline: 2px solid var(--accent-soft); outline-offset: .4rem; border-radius: 6px; }
.comment-acts { display: flex; flex-wrap: wrap; gap: .2rem 1rem; }
.comment-acts form { margin: 0; }
.saved-replies { display: flex; gap: .4rem; margin: -.4rem 0 .9rem; max-width: 22rem; }
.link-button {
  padding: 0; border: 0; background: none; color: var(--accent); font: inherit; cursor: pointer; text-decoration: underline;
  text-underline-offset: .18em; text-decoration-thickness: 1px;
}
.link-button:hover { color: var(--accent-deep); }
.link-button.danger { color: var(--bad); }
.outcome { display: grid; gap: .5rem; justify-items: start; grid-template-columns: minmax(0, 1fr); }
.outcome > fieldset, .outcome > .notice { width: 100%; margin: 0; }
.outcome form { margin: 0; }
.conversation { max-width: 48rem; display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); }
.conversation .page-head { margin-bottom: 0; }
.under-line { display: flex; align-items: center; gap: .6rem; }
.card + .card.answer-card { margin-top: 0; }
.with-initial { display: flex; align-items: center; gap: .7rem; min-width: 0; }
.chat { border: 1px solid var(--line); border-radius: var(--radius); background: var(--sunk); overflow: hidden; }
.chat-scroll { display: flex; flex-direction: column-reverse; max-height: min(60vh, 44rem); overflow: auto; padding: 1.1rem; }
.messages { list-style: none; margin: 0; padding: 0; display: grid; gap: .9rem; grid-template-columns: minmax(0, 1fr); }
.message { display: grid; gap: .25rem; justify-items: start; max-width: min(34rem, 86%); grid-template-columns: minmax(0, max-content); }
.message.own { justify-self: end; justify-items: end; }
.bubble { padding: .55rem .85rem; border-radius: 14px 14px 14px 4px; background: var(--card); border: 1px solid var(--line); max-width: 100%; }
.message.own .bubble { border-radius: 14px 14px 4px 14px; background: var(--accent-soft); border-color: transparent; }
.message.own .outcome { justify-items: end; }
.attachment img { display: block; max-width: 15rem; max-height: 15rem; border-radius: 10px; border: 1px solid var(--line); }
.conversation form { margin: 0; }
@media (max-width: 66rem) {
  .inbox-panes { grid-template-columns: minmax(0, 1fr); }
  .inbox-panes.opened > .inbox-side { display: none; }
  .inbox-side { position: static; max-height: none; }
  .back-link { display: inline; }
  .inbox-panes:not(.opened) > .inbox-main > .empty { display: none; }
}
@media (max-width: 46rem) {
  .chat-scroll { max-height: none; padding: .8rem; }
}
`;
