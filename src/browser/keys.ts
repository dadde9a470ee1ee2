import { withStorage } from './storage.js';

/** Where this browser keeps that single keys are switched off. */
const OFF = 'postrider.keys.off';

/** Pages by the letter that follows `g`. */
const PLACES: Readonly<Record<string, string>> = { t: '/', p: '/posts', c: '/calendar', i: '/inbox' };

/** How long `g` waits for its letter, in milliseconds. */
const SEQUENCE_MS = 1500;

/** Single keys do nothing in a field, with Ctrl, ⌘ or Alt, in a dialog, or if the user has switched them off. */
export function isCommand(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  return !isField(event.target) && document.querySelector('dialog[open]') === null && !areOff();
}

/** `c` writes a post, `/` searches, `g` with a letter goes to a page, `?` lists all keys. */
export function walkByKeys(): void {
  let goes = 0;
  document.addEventListener('keydown', (event) => {
    if (event.key === '?' && !isField(event.target) && document.querySelector('dialog[open]') === null) {
      event.preventDefault();
      showKeys();
      return;
    }
    if (!isCommand(event)) return;
    const place = event.timeStamp < goes ? PLACES[event.key] : undefined;
    goes = event.key === 'g' ? event.timeStamp + SEQUENCE_MS : 0;
    if (place !== undefined) location.assign(place);
    else if (event.key === 'c') location.assign('/posts/new');
    else if (event.key === '/') {
      const search = document.querySelector<HTMLInputElement>('main input[type="search"]');
      if (!search) return;
      event.preventDefault();
      search.focus();
      search.select();
    }
  });
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-keys]')) showKeys();
    // A click outside closes it.
    if (target instanceof HTMLDialogElement && target.id === 'keys') target.close();
  });
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.matches('#keys input')) keepOff(!target.checked);
  });
}

/** The list of keys, which every page brings along. */
function showKeys(): void {
  const dialog = document.querySelector<HTMLDialogElement>('dialog#keys');
  const box = dialog?.querySelector<HTMLInputElement>('input');
  if (!dialog || !box || dialog.open) return;
  box.checked = !areOff();
  dialog.showModal();
}

function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox' && target.type !== 'radio';
  return target.isContentEditable || target.matches('textarea, select');
}

function areOff(): boolean {
  return withStorage((storage) => storage.getItem(OFF) !== null) ?? false;
}

function keepOff(isOff: boolean): void {
  withStorage((storage) => (isOff ? storage.setItem(OFF, '1') : storage.removeItem(OFF)));
}
