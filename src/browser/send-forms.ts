import htmx from 'htmx.org';
import { connection, isNoAnswer } from './connection.js';

/** The server answers a form within this time, in milliseconds; uploads have been sent before. */
const ANSWER_TIMEOUT_MS = 30_000;

const FAILURE_ID = 'send-failure';

/**
 * Sends forms with `data-send` by a request of the script: if there is no answer, the page stays as it is, with all
 * that was entered. The form keeps its idempotency key, so that pressing the button again never acts twice.
 */
export function sendByScript(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.dataset['send'] === undefined) return;
    if (event.defaultPrevented) return;
    event.preventDefault();
    if (form.dataset['sending'] !== undefined) return;
    void send(form, event.submitter);
  });
}

async function send(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form, submitter)) {
    if (typeof value === 'string') body.append(name, value);
  }
  form.dataset['sending'] = '';
  submitter?.setAttribute('aria-busy', 'true');
  document.getElementById(FAILURE_ID)?.remove();
  try {
    const answer = await fetch(form.action, {
      method: 'POST',
      body,
      headers: { 'X-Form': 'script' },
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    if (answer.status >= 502 && answer.status <= 504) fail(form, submitter);
    else await follow(form, answer);
  } catch (error) {
    if (!isNoAnswer(error)) throw error;
    fail(form, submitter);
  } finally {
    delete form.dataset['sending'];
    submitter?.removeAttribute('aria-busy');
  }
}

/** Goes where the server sends the form, or shows the page with the reason why it was refused. */
async function follow(form: HTMLFormElement, answer: Response): Promise<void> {
  const next = answer.headers.get('HX-Redirect');
  if (next !== null) {
    form.dispatchEvent(new CustomEvent(next === '/sign-in' ? 'unsent' : 'sent', { bubbles: true }));
    const isSignedOut = next === '/sign-in';
    const here = `${window.location.pathname}${window.location.search}`;
    if (isSignedOut) window.location.assign(`${next}?next=${encodeURIComponent(here)}`);
    else if (new URL(next, window.location.href).pathname === window.location.pathname) {
      window.location.replace(next);
      if (next.includes('#')) window.location.reload();
    } else window.location.assign(next);
    return;
  }
  const text = await answer.text();
  await htmx.swap({
    text,
    target: document.getElementById('page') ?? document.body,
    select: '#page',
    swap: 'outerMorph',
    sourceElement: document.body,
  });
  const reason = document.querySelector<HTMLElement>('#page [role="alert"]');
  reason?.closest('.notice')?.scrollIntoView({ block: 'center' });
}

/** Says that there was no answer. */
function fail(form: HTMLFormElement, submitter: HTMLElement | null): void {
  form.dispatchEvent(new CustomEvent('unsent', { bubbles: true }));
  connection.suspect();
  const toast = document.createElement('div');
  toast.id = FAILURE_ID;
  toast.className = 'toast notice bad';
  toast.dataset['toast'] = '';
  toast.setAttribute('role', 'alert');
  const title = document.createElement('p');
  const strong = document.createElement('strong');
  strong.textContent = 'No answer from the server';
  title.append(strong);
  const words = document.createElement('p');
  // biome-ignore lint/performance/useDomNodeTextContent: the names of choices that are not made are in the button, hidden.
  const name = submitter?.innerText.trim() ?? '';
  words.textContent = `Everything on this page is still here. ${
    name === '' ? 'Try again' : `Press “${name}” again`
  } once you are connected: it is never done twice.`;
  toast.append(title, words);
  document.getElementById('toasts')?.append(toast);
}
