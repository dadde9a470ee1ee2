import { insertText } from '../insert-text.js';

/** Buttons insert a saved text where the caret was last. */
export function insertSavedTexts(form: HTMLFormElement): void {
  let last: HTMLTextAreaElement | null = null;
  form.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLTextAreaElement && target.closest('.editor')) last = target;
  });
  form.addEventListener('click', (event) => {
    const button =
      event.target instanceof Element ? event.target.closest<HTMLElement>('[data-insert]') : null;
    const text = button?.dataset['insert'];
    const area = openArea(form, last);
    if (text === undefined || !area) return;
    event.preventDefault();
    button?.closest('details')?.removeAttribute('open');
    insertText(area, text);
  });
}

/** The text that was edited last, if its tab is still open; otherwise the first text of the open tab. */
function openArea(form: HTMLFormElement, last: HTMLTextAreaElement | null): HTMLTextAreaElement | null {
  if (last?.isConnected && last.closest('.tab-item')?.querySelector('.tab-radio:checked')) return last;
  const open = form.querySelector('.tab-radio:checked')?.closest('.tab-item');
  return open?.querySelector<HTMLTextAreaElement>('.editor textarea') ?? null;
}
