import { readLimited } from '../http/requests/limited-body.js';
import { nulRefused } from '../operations/nul.js';
import { RequestRefused } from '../operations/refusal.js';

/** A post’s text fits several times. */
const LIMIT = { maxBytes: 1024 * 1024, tooLarge: 'This form is too large.' };

/** The fields of a submitted form. */
export class Form {
  readonly #values: URLSearchParams;

  constructor(values: URLSearchParams) {
    this.#values = values;
  }

  /** The trimmed value; empty if the field is missing. */
  text(name: string): string {
    return this.words(name).trim();
  }

  /** The value as typed, with lines ending in `\n`. */
  words(name: string): string {
    return (this.#values.get(name) ?? '').replaceAll('\r\n', '\n');
  }

  all(name: string): string[] {
    return this.#values.getAll(name);
  }

  /** The field names, each once. */
  names(): string[] {
    return [...new Set(this.#values.keys())];
  }

  /** All fields as sent, in order. */
  fields(): [name: string, value: string][] {
    return [...this.#values];
  }

  ticked(name: string): boolean {
    return this.#values.has(name);
  }

  /** The value as a whole number; undefined if it is not one. */
  whole(name: string): number | undefined {
    const text = this.text(name);
    return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
  }
}

/** Whether the user knows that the text was published before. */
export const despiteDuplicate = (form: Form) =>
  form.ticked('allowDuplicate') ? { allowDuplicate: true } : {};

/** @throws RequestRefused if the body is not a form, is too large, or contains a NUL */
export async function readForm(request: Request): Promise<Form> {
  const type = request.headers.get('content-type') ?? '';
  if (!type.startsWith('application/x-www-form-urlencoded')) {
    throw new RequestRefused('content_type_unsupported', 'This address accepts only forms of the dashboard.');
  }
  const bytes = await readLimited(request, LIMIT);
  const values = new URLSearchParams(Buffer.from(bytes).toString('utf8'));
  for (const text of values.values()) if (text.includes('\0')) throw nulRefused('A field of this form');
  return new Form(values);
}
