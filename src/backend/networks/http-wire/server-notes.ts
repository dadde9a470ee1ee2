/** What a server has said that the next signed request to it needs. */
interface ServerNote {
  /** The nonce to sign with. */
  readonly nonce: string;
  /** How far the server's clock is ahead of ours, in milliseconds. */
  readonly skewMs: number;
}

/** The most servers to remember. */
const MAX_SERVERS = 1_000;

/** Notes by origin. */
export class ServerNotes {
  readonly #notes = new Map<string, ServerNote>();

  of(origin: string): ServerNote | null {
    return this.#notes.get(origin) ?? null;
  }

  /** @param date the `date` header of the same response */
  keep(origin: string, nonce: string, date: string | undefined, now: number): void {
    const said = Date.parse(date ?? '');
    this.#notes.delete(origin);
    this.#notes.set(origin, { nonce, skewMs: Number.isNaN(said) ? 0 : said - now });
    const [oldest] = this.#notes.keys();
    if (this.#notes.size > MAX_SERVERS && oldest !== undefined) this.#notes.delete(oldest);
  }
}

export const SHARED_NOTES = new ServerNotes();
