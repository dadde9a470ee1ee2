import { commentPath, conversationPath } from './inbox-view.js';

const DONE = {
  replied: 'Your reply was handed over',
  done: 'Marked as done',
} as const;

/** Adds to an address what was done to another entry, which its page then says. */
export function afterDoing(path: string, what: keyof typeof DONE, to: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${what}=${to.replace('/inbox/', '')}`;
}

/** Says what was done to the entry that was opened before, and leads back to it. */
export function doneToast(query: URLSearchParams) {
  for (const what of ['replied', 'done'] as const) {
    const [, kind, id] = /^(comments|conversations)\/(\w{1,64})$/.exec(query.get(what) ?? '') ?? [];
    if (id === undefined) continue;
    return (
      <div class="toast undo good" data-toast>
        <p>
          <strong>{DONE[what]}</strong>
        </p>
        <a class="undo-button" href={kind === 'comments' ? commentPath(id) : conversationPath(id)}>
          View
        </a>
      </div>
    );
  }
  return null;
}
