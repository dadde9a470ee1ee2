import { readLimited } from '../http/limited-body.js';
import { RequestRefused } from '../operations/refusal.js';

/** Largest form, in bytes: a post's text several times over. */
const LIMIT = { maxBytes: 1024 * 1024, tooLarge: 'That form is too large.' };

/** What a form sent: each name with its values. */
export class Form {
  readonly #values: URLSearchParams;

  constructor(values: URLSearchParams) {
    this.#values = values;
  }

  /** The value without space around it; an empty string where it was left empty or out. */
  text(name: string): string {
    return this.words(name).trim();
  }

  /** The value as it was written, with lines ending in `\n`. */
  words(name: string): string {
    return (this.#values.get(name) ?? '').replaceAll('\r\n', '\n');
  }

  all(name: string): string[] {
    return this.#values.getAll(name);
  }

  /** The names of its fields, each once. */
  names(): string[] {
    return [...new Set(this.#values.keys())];
  }

  ticked(name: string): boolean {
    return this.#values.has(name);
  }

  /** The value as a whole number; undefined where it is none. */
  whole(name: string): number | undefined {
    const text = this.text(name);
    return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
  }
}

/** @throws RequestRefused for a body that is no form, or is too large */
export async function readForm(request: Request): Promise<Form> {
  const type = request.headers.get('content-type') ?? '';
  if (!type.startsWith('application/x-www-form-urlencoded')) {
    throw new RequestRefused('content_type_unsupported', 'This address takes the forms of its own pages.');
  }
  const bytes = await readLimited(request, LIMIT);
  return new Form(new URLSearchParams(Buffer.from(bytes).toString('utf8')));
}
