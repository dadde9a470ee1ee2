import { insertText } from '../insert-text.js';
import { withStorage } from '../storage.js';

const PREFIX = 'postrider.reply.';
const FIELD = 'textarea[data-reply]';

/** Replies that are being written stay in this browser until they are sent: the list renews itself, threads are left. */
export function keepReplies(): void {
  restore();
  document.addEventListener('htmx:after:swap', restore);
  document.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLTextAreaElement) || !target.matches(FIELD)) return;
    if (target.value.trim() === '') forget(target);
    else withStorage((storage) => storage.setItem(keyOf(target), target.value));
  });
  document.addEventListener('click', insertSaved);
  document.addEventListener('sent', ({ target }) => {
    const field = target instanceof HTMLFormElement ? target.querySelector<HTMLTextAreaElement>(FIELD) : null;
    if (field) forget(field);
  });
}

/** `r` goes to the field of the reply, `e` marks the opened entry as done. */
export function answerByKey(event: KeyboardEvent): void {
  if (event.key === 'r') {
    const field = document.querySelector<HTMLTextAreaElement>(FIELD);
    if (!field) return;
    event.preventDefault();
    field.focus();
  } else if (event.key === 'e') document.querySelector<HTMLButtonElement>('[data-key="e"]')?.click();
}

/** Removes the replies that this browser keeps. */
export function forgetReplies(): void {
  withStorage((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key);
  });
}

function restore(): void {
  for (const field of document.querySelectorAll<HTMLTextAreaElement>(FIELD)) {
    // A refused reply comes back in its field.
    if (field.value !== '') continue;
    withStorage((storage) => {
      field.value = storage.getItem(keyOf(field)) ?? '';
    });
  }
}

function forget(field: HTMLTextAreaElement): void {
  withStorage((storage) => storage.removeItem(keyOf(field)));
}

const keyOf = (field: HTMLTextAreaElement): string => `${PREFIX}${field.dataset['reply'] ?? ''}`;

/** Inserts the chosen text at the caret, without a request. */
function insertSaved(event: MouseEvent): void {
  const button = event.target instanceof Element ? event.target.closest('[data-insert]') : null;
  const form = button?.closest('form');
  const field = form?.querySelector<HTMLTextAreaElement>(FIELD);
  const text = form?.querySelector<HTMLOptionElement>('select[name="saved"] option:checked')?.dataset['text'];
  if (!field || text === undefined) return;
  event.preventDefault();
  insertText(field, text);
}
