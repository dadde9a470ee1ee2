import type { BusboyFileStream, BusboyInstance } from '@fastify/busboy';
import { FILE_FIELD, MAX_FILES_PER_REQUEST } from '../../../contract/media/media.js';
import { RequestRefused } from '../../operations/refusal.js';

/** One file of a form. Its bytes are read to their end before the next file comes. */
export interface FormFile {
  readonly filename: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Parts beside files are refused; so much is read of what they are called. */
const LIMITS = { fields: 1, fieldSize: 1024, fieldNameSize: 100, headerPairs: 20, headerSize: 8 * 1024 };

/**
 * The files of a form (`multipart/form-data`), one after the other, as their bytes come.
 *
 * @throws RequestRefused where the form is broken, too large, or holds something else than files
 */
export async function* formFiles(
  contentType: string,
  bytes: AsyncIterable<Uint8Array>,
  mostBytes: number,
): AsyncGenerator<FormFile, void, undefined> {
  // Bundled, a CommonJS module has its default alone.
  const { default: busboy } = await import('@fastify/busboy');
  const form = opened(
    () =>
      new busboy.Busboy({
        headers: { 'content-type': contentType },
        limits: { ...LIMITS, files: MAX_FILES_PER_REQUEST },
        isPartAFile: (name) => name === FILE_FIELD,
      }),
  );
  const parts = new Parts(form);
  const feeding = feed(form, bytes, mostBytes).catch((error: unknown) => parts.fail(error));
  try {
    for (let file = await parts.next(); file !== null; file = await parts.next()) yield file;
    await feeding;
  } finally {
    parts.fail(new Error('Nobody reads the form any more.'));
    form.destroy();
  }
}

function opened(open: () => BusboyInstance): BusboyInstance {
  try {
    return open();
  } catch (error) {
    throw broken(error instanceof Error ? error.message : String(error));
  }
}

async function feed(
  form: BusboyInstance,
  bytes: AsyncIterable<Uint8Array>,
  mostBytes: number,
): Promise<void> {
  let length = 0;
  for await (const chunk of bytes) {
    length += chunk.length;
    if (length > mostBytes) {
      throw new RequestRefused(
        'payload_too_large',
        `A form may have ${mostBytes} bytes at most. Send large files one by one.`,
      );
    }
    if (form.destroyed) return;
    if (!form.write(chunk)) await drained(form);
  }
  form.end();
}

/** Resolves when the form takes more, or nobody reads it any more. */
function drained(form: BusboyInstance): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      form.off('drain', done);
      form.off('close', done);
      resolve();
    };
    form.on('drain', done);
    form.on('close', done);
  });
}

type Waiting = { resolve(file: FormFile | null): void; reject(error: unknown): void };

/** What busboy tells by events, as files that are asked for one by one. */
class Parts {
  readonly #files: FormFile[] = [];
  readonly #streams: BusboyFileStream[] = [];
  #waiting: Waiting | null = null;
  #found = 0;
  #ended = false;
  #failure: { readonly error: unknown } | null = null;

  constructor(form: BusboyInstance) {
    form.on('file', (_field, stream, filename) => this.#add(stream, filename));
    form.on('field', (name) => this.fail(unexpectedPart(name)));
    form.on('filesLimit', () => this.fail(tooMany()));
    form.on('fieldsLimit', () => this.fail(unexpectedPart('…')));
    form.on('error', (error) => this.fail(broken(error instanceof Error ? error.message : String(error))));
    form.on('finish', () => this.#end());
  }

  next(): Promise<FormFile | null> {
    if (this.#failure) return Promise.reject(this.#failure.error);
    const file = this.#files.shift();
    if (file) return Promise.resolve(file);
    if (this.#ended) return Promise.resolve(null);
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
  }

  fail(error: unknown): void {
    this.#failure ??= { error };
    for (const stream of this.#streams) stream.destroy(asError(this.#failure.error));
    this.#waiting?.reject(this.#failure.error);
    this.#waiting = null;
  }

  #add(stream: BusboyFileStream, filename: string | undefined): void {
    this.#found += 1;
    this.#streams.push(stream);
    // Whoever reads it hears of a failure; one that nobody reads yet must not end the process.
    stream.on('error', () => undefined);
    stream.on('end', () => this.#streams.splice(this.#streams.indexOf(stream), 1));
    const file = { filename: filename ?? '', bytes: stream as AsyncIterable<Uint8Array> };
    if (this.#waiting) {
      this.#waiting.resolve(file);
      this.#waiting = null;
    } else this.#files.push(file);
  }

  #end(): void {
    if (this.#found === 0) {
      this.fail(
        new RequestRefused(
          'validation_failed',
          `The form holds no file. Send at least one in the field "${FILE_FIELD}".`,
        ),
      );
    }
    this.#ended = true;
    this.#waiting?.resolve(null);
    this.#waiting = null;
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function unexpectedPart(name: string): RequestRefused {
  const shown = JSON.stringify(name.slice(0, 60));
  return new RequestRefused(
    'validation_failed',
    `The form has a field ${shown}, which is not known here. Send files, each in the field "${FILE_FIELD}".`,
    {
      errors: [
        {
          code: 'field_unknown',
          severity: 'error',
          message: `The field ${shown} is not known here.`,
          field: name.slice(0, 60),
          allowed: [FILE_FIELD],
          fix: `Name the field "${FILE_FIELD}"; several files may have it.`,
        },
      ],
    },
  );
}

function tooMany(): RequestRefused {
  return new RequestRefused(
    'validation_failed',
    `The form holds more than ${MAX_FILES_PER_REQUEST} files. Nothing was stored: send them in several requests.`,
  );
}

function broken(reason: string): RequestRefused {
  return new RequestRefused(
    'malformed_request',
    `The form cannot be read (${reason.slice(0, 120)}). It must be multipart/form-data with a boundary, and whole.`,
  );
}
