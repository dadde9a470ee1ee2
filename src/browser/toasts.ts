import { connection, isNoAnswer } from './connection.js';

/** How long a success stays, in milliseconds. Errors stay until they are clicked. */
const TOAST_MS = 6_000;

/** How long something can be undone, in milliseconds. */
const UNDO_MS = 10_000;

/** How often the time that a toast has been shown is counted, in milliseconds. */
const TICK_MS = 250;

/** The server answers within this time, in milliseconds. */
const ANSWER_TIMEOUT_MS = 30_000;

/** Shows toasts for a while, and takes back what they offer to undo. */
export function handleToasts(): void {
  const toasts = document.getElementById('toasts');
  if (!toasts) return;
  toasts.addEventListener('click', (event) => {
    if (!(event.target as Element).closest('a, button')) toastOf(event.target)?.remove();
  });
  toasts.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    event.preventDefault();
    void undo(form, toasts);
  });
  document.addEventListener('keydown', undoByKey);
  // Its button has changed the page.
  document.addEventListener('htmx:after:swap', (event) => {
    const { ctx } = (event as CustomEvent<{ ctx: { sourceElement?: Element } }>).detail;
    ctx.sourceElement?.closest('[data-toast]')?.remove();
  });
  new MutationObserver((changes) => {
    for (const node of changes.flatMap((change) => [...change.addedNodes])) {
      if (node instanceof HTMLElement) removeLater(node);
    }
  }).observe(toasts, { childList: true });
  // Inserted again, what the page came with is read aloud.
  for (const toast of [...toasts.children]) toasts.append(toast);
  forgetOffer();
}

/** A reloaded page does not offer it again. */
function forgetOffer(): void {
  const { href } = window.location;
  const address = new URL(href);
  for (const name of ['undo', 'replied', 'done', 'decided']) address.searchParams.delete(name);
  if (address.href !== href) window.history.replaceState(null, '', address);
}

const toastOf = (target: EventTarget | null) => (target as Element).closest<HTMLElement>('[data-toast]');

/** The time does not run while somebody points at a toast, has the focus in it, or does not see the page. */
function removeLater(toast: HTMLElement): void {
  const isUndo = 'undo' in toast.dataset;
  if (!isUndo && !toast.matches('[data-toast].good')) return;
  let shown = 0;
  const timer = setInterval(() => {
    if (!document.hidden && !toast.matches(':hover, :focus-within')) shown += TICK_MS;
    if (toast.isConnected && shown < (isUndo ? UNDO_MS : TOAST_MS)) return;
    clearInterval(timer);
    toast.remove();
  }, TICK_MS);
}

/** Ctrl+Z or ⌘Z presses the newest “Undo”, except where it undoes typing. */
function undoByKey(event: KeyboardEvent): void {
  if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
    return;
  const target = event.target as Element | null;
  if (target?.closest('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]'))
    return;
  const button = [...document.querySelectorAll<HTMLButtonElement>('[data-undo] button')].at(-1);
  if (!button) return;
  event.preventDefault();
  button.click();
}

async function undo(form: HTMLFormElement, toasts: HTMLElement): Promise<void> {
  const button = form.querySelector('button');
  if (button?.disabled !== false) return;
  button.disabled = true;
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') body.append(name, value);
  try {
    const answer = await fetch(form.action, {
      method: 'POST',
      body,
      headers: { 'HX-Request': 'true' },
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    const elsewhere = answer.headers.get('HX-Redirect');
    if (elsewhere !== null) window.location.assign(elsewhere);
    else if (answer.status >= 502 && answer.status <= 504) keepOffering(button);
    else {
      toastOf(form)?.remove();
      toasts.insertAdjacentHTML('beforeend', await answer.text());
      document.body.dispatchEvent(new CustomEvent('changed'));
    }
  } catch (error) {
    if (!isNoAnswer(error)) throw error;
    keepOffering(button);
  }
}

/** There was no answer: it can be pressed again, and is never done twice. */
function keepOffering(button: HTMLButtonElement): void {
  button.disabled = false;
  button.textContent = 'No answer: undo again';
  connection.suspect();
}
