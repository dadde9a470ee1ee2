import { connection, isNoAnswer } from '../connection.js';
import { localForms } from './local-forms.js';

/** A form is kept this long after a change, in milliseconds. */
const PAUSE_MS = 1_000;

const TIMEOUT_MS = 10_000;

/**
 * Keeps the form of a post while it is written: on the server, and in this browser while the server does not answer. It
 * keeps the form, not the post, so that a scheduled post never changes by itself.
 */
export function keepForm(form: HTMLFormElement): void {
  const status = document.getElementById('kept');
  const formId = form.elements.namedItem('formId');
  if (!status || !(formId instanceof HTMLInputElement)) return;
  const id = formId.value;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isChanged = false;
  let isOver = false;

  const say = (words: string): void => {
    if (status.textContent !== words) status.textContent = words;
  };
  const keepHere = (): void => {
    const isKept = localForms.set(id, fieldsOf(form));
    if (isKept) isChanged = false;
    say(
      isKept
        ? 'Not saved: no connection, kept in this browser'
        : 'Not saved: no connection. Do not leave this page.',
    );
  };
  const keep = async (): Promise<void> => {
    clearTimeout(timer);
    if (isOver) return;
    say('Saving…');
    isChanged = false;
    const time = await sendKept(fieldsOf(form));
    if (isOver) return;
    if (time === null) {
      isChanged = true;
      connection.suspect();
      keepHere();
      return;
    }
    if (isChanged) return;
    localForms.remove(id);
    say(time === '' ? '' : (status.dataset['words'] ?? '').replace('{time}', time));
  };
  const onChange = (): void => {
    isChanged = true;
    clearTimeout(timer);
    if (connection.isLost) keepHere();
    timer = setTimeout(() => void keep(), PAUSE_MS);
  };
  form.addEventListener('input', onChange);
  form.addEventListener('change', (event) => event.isTrusted && onChange());
  form.addEventListener('media-changed', onChange);
  document.body.addEventListener('restored', () => void keep());
  form.addEventListener('sent', () => {
    isOver = true;
    clearTimeout(timer);
    localForms.remove(id);
  });
  form.addEventListener('unsent', keepHere);
  window.addEventListener('pagehide', () => {
    if (isOver || !isChanged || localForms.areCleared) return;
    localForms.set(id, fieldsOf(form));
    void sendKept(fieldsOf(form), true);
  });
  window.addEventListener('beforeunload', (event) => {
    if (isOver || !isChanged) return;
    if (localForms.areCleared || localForms.set(id, fieldsOf(form))) return;
    event.preventDefault();
  });
}

/** Sends the forms that this browser has kept, and asks the page for what can be continued now. */
export async function sendLocalForms(): Promise<void> {
  const kept = localForms.all();
  for (const [id, fields] of kept) {
    if ((await sendKept(fields)) === null) return;
    localForms.remove(id);
  }
  if (kept.length > 0) document.body.dispatchEvent(new CustomEvent('forms-kept'));
}

/** @returns the time at which the server kept it, empty if there was nothing to keep; null if it did not answer */
async function sendKept(fields: string, keepalive = false): Promise<string | null> {
  const token = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content ?? '';
  try {
    const answer = await fetch('/posts/form', {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { 'X-CSRF-Token': token, 'X-Form': 'script' },
      keepalive,
      ...(!keepalive && { signal: AbortSignal.timeout(TIMEOUT_MS) }),
    });
    if (!answer.ok || answer.headers.has('HX-Redirect')) return null;
    const { time }: { readonly time: string } = await answer.json();
    return time;
  } catch (error) {
    if (isNoAnswer(error)) return null;
    throw error;
  }
}

function fieldsOf(form: HTMLFormElement): string {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string' && name !== 'csrf') fields.append(name, value);
  }
  return String(fields);
}
