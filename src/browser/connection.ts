/** Failed tries after which a page says that the connection is lost. */
const MIN_FAILED_TRIES = 2;

/** The pause after the first failed try, and after those that the page reports: seconds. */
const FIRST_PAUSE_S = 1;
const PAUSE_S = 5;

/** A try without an answer counts as failed, in milliseconds. */
const TRY_TIMEOUT_MS = 4_000;

/** How long the bar says that the connection is back, in milliseconds. */
const RESTORED_MS = 2_500;

/** Answered without a database query, and without a session. */
const PROBE = '/healthz';

/**
 * Finds out whether the server answers, shows it in a bar while it does not, and tries again. Whatever gets no answer
 * reports it here. Once the server answers again, the body dispatches `restored`, and `changed`, which reloads the
 * live parts.
 */
class Connection {
  #failed = 0;
  #isTrying = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  get isLost(): boolean {
    return this.#failed >= MIN_FAILED_TRIES;
  }

  /** Some request got no answer. */
  suspect(): void {
    if (!this.#isTrying && this.#failed === 0) void this.#try();
  }

  tryNow(): void {
    clearTimeout(this.#timer);
    if (!this.#isTrying) void this.#try();
  }

  async #try(): Promise<void> {
    this.#isTrying = true;
    if (this.isLost) show('Trying to connect…', '', false);
    const isAnswered = await probe();
    this.#isTrying = false;
    if (isAnswered) this.#restored();
    else {
      this.#failed += 1;
      this.#wait(this.isLost ? PAUSE_S : FIRST_PAUSE_S);
    }
  }

  #wait(seconds: number): void {
    if (this.isLost) show('Connection lost.', `Trying again in ${seconds} s.`, true);
    this.#timer = setTimeout(() => (seconds > 1 ? this.#wait(seconds - 1) : void this.#try()), 1_000);
  }

  #restored(): void {
    const wasLost = this.isLost;
    const hadFailed = this.#failed > 0;
    this.#failed = 0;
    if (wasLost) {
      show('Connected again.', '', false);
      this.#timer = setTimeout(hide, RESTORED_MS);
    }
    if (!hadFailed) return;
    document.body.dispatchEvent(new CustomEvent('restored'));
    document.body.dispatchEvent(new CustomEvent('changed'));
  }
}

export const connection = new Connection();

/** Watches what htmx and the calendar request, and the button of the bar. */
export function watchConnection(): void {
  document.addEventListener('htmx:error', () => connection.suspect());
  document.body.addEventListener('no-answer', () => connection.suspect());
  window.addEventListener('offline', () => connection.suspect());
  window.addEventListener('online', () => connection.tryNow());
  bar()
    ?.querySelector('button')
    ?.addEventListener('click', () => connection.tryNow());
}

/** Whether the server answers. A proxy answers for a server that is away with 502, 503 or 504. */
async function probe(): Promise<boolean> {
  try {
    const { status } = await fetch(PROBE, { cache: 'no-store', signal: AbortSignal.timeout(TRY_TIMEOUT_MS) });
    return status < 502 || status > 504;
  } catch (error) {
    if (isNoAnswer(error)) return false;
    throw error;
  }
}

/** Whether `fetch` failed because there was no answer, or none in time. */
export function isNoAnswer(error: unknown): boolean {
  return (
    error instanceof TypeError ||
    (error instanceof DOMException && (error.name === 'TimeoutError' || error.name === 'AbortError'))
  );
}

const bar = () => document.getElementById('connection');

/** @param countdown changes every second, so screen readers do not read it */
function show(words: string, countdown: string, canTry: boolean): void {
  const shown = bar();
  const [said, counted, button] = shown?.children ?? [];
  if (!shown || !said || !counted || !button) return;
  if (said.textContent !== words) said.textContent = words;
  counted.textContent = countdown;
  button.toggleAttribute('hidden', !canTry);
  shown.hidden = false;
}

function hide(): void {
  const shown = bar();
  if (shown) shown.hidden = true;
}
