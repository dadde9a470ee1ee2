import type { BusboyFileStream, BusboyInstance } from '@fastify/busboy';
import { FILE_FIELD, MAX_FILES_PER_REQUEST } from '../../../contract/media/media.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { FormFile } from '../../operations/sent-file.js';

/** Fields that are not files are rejected; their names and values are only read up to these limits. */
const LIMITS = { fields: 1, fieldSize: 1024, fieldNameSize: 100, headerPairs: 20, headerSize: 8 * 1024 };

/** A field that must come before the files of a form. */
export interface FormToken {
  readonly field: string;
  /** @throws RequestRefused if the token is wrong */
  check(token: string): void;
}

/**
 * Streams the files of a form (`multipart/form-data`), one after the other.
 *
 * @param token what the form must begin with, if anything
 * @throws RequestRefused if the form is malformed, too large, or contains anything but files
 */
export async function* formFiles(
  contentType: string,
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number,
  token: FormToken | null = null,
): AsyncGenerator<FormFile, void, undefined> {
  // In the bundle, a CommonJS module has only a default export.
  const { default: busboy } = await import('@fastify/busboy');
  const form = openForm(
    () =>
      new busboy.Busboy({
        headers: { 'content-type': contentType },
        limits: { ...LIMITS, files: MAX_FILES_PER_REQUEST },
        isPartAFile: (name) => name === FILE_FIELD,
      }),
    token,
  );
  const parts = new FormParts(form, token);
  const feeding = feed(form, bytes, maxBytes).catch((error: unknown) => parts.fail(error));
  try {
    for (let file = await parts.next(); file !== null; file = await parts.next()) yield file;
    await feeding;
  } finally {
    parts.fail(new Error('The form is no longer read.'));
    form.destroy();
  }
}

function openForm(open: () => BusboyInstance, token: FormToken | null): BusboyInstance {
  try {
    return open();
  } catch (error) {
    token?.check('');
    throw malformed(error instanceof Error ? error.message : String(error));
  }
}

async function feed(form: BusboyInstance, bytes: AsyncIterable<Uint8Array>, maxBytes: number): Promise<void> {
  let length = 0;
  for await (const chunk of bytes) {
    length += chunk.length;
    if (length > maxBytes) {
      throw new RequestRefused(
        'payload_too_large',
        `A form can have at most ${maxBytes} bytes. Send large files in separate requests.`,
      );
    }
    if (form.destroyed) return;
    if (!form.write(chunk)) await drained(form);
  }
  form.end();
}

/** Resolves when the form accepts more bytes or is closed. */
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

/** Turns busboy’s events into files that can be requested one by one. */
class FormParts {
  readonly #files: FormFile[] = [];
  readonly #streams: BusboyFileStream[] = [];
  #waiting: Waiting | null = null;
  #found = 0;
  #ended = false;
  #failure: { readonly error: unknown } | null = null;

  #token: FormToken | null;

  constructor(form: BusboyInstance, token: FormToken | null) {
    this.#token = token;
    form.on('file', (_field, stream, filename) => {
      this.#checkToken('');
      this.#add(stream, filename);
    });
    form.on('field', (name, value) => {
      if (name === this.#token?.field) this.#checkToken(value);
      else this.#refuse(unexpectedPart(name));
    });
    form.on('filesLimit', () => this.#refuse(tooManyFiles()));
    form.on('fieldsLimit', () => this.#refuse(unexpectedPart('…')));
    form.on('error', (error) =>
      this.#refuse(malformed(error instanceof Error ? error.message : String(error))),
    );
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

  /** Without the token, a sender learns nothing else. */
  #refuse(error: unknown): void {
    this.#checkToken('');
    this.fail(error);
  }

  /** It is expected once, before the first file. */
  #checkToken(value: string): void {
    const token = this.#token;
    this.#token = null;
    try {
      token?.check(value);
    } catch (error) {
      this.fail(error);
    }
  }

  #add(stream: BusboyFileStream, filename: string | undefined): void {
    this.#found += 1;
    this.#streams.push(stream);
    // Readers receive the error; without a listener, the error of an unread stream would end the process.
    stream.on('error', () => undefined);
    stream.on('end', () => this.#streams.splice(this.#streams.indexOf(stream), 1));
    const file = { filename: filename ?? '', bytes: this.#bytesOf(stream) };
    if (this.#waiting) {
      this.#waiting.resolve(file);
      this.#waiting = null;
    } else this.#files.push(file);
  }

  async *#bytesOf(stream: BusboyFileStream): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      yield* stream as AsyncIterable<Uint8Array>;
    } catch (error) {
      // A form that ends within a file ends the stream with an error of the parser.
      throw this.#failure?.error ?? malformed(asError(error).message);
    }
  }

  #end(): void {
    if (this.#found === 0) {
      this.#refuse(
        new RequestRefused(
          'validation_failed',
          `The form contains no file. Send at least one in the field "${FILE_FIELD}".`,
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
    `The form contains an unknown field ${shown}. Send only files, each in the field "${FILE_FIELD}".`,
    {
      errors: [
        {
          code: 'field_unknown',
          severity: 'error',
          message: `The field ${shown} is unknown.`,
          field: name.slice(0, 60),
          allowed: [FILE_FIELD],
          fix: `Use the field name "${FILE_FIELD}"; several files can share it.`,
        },
      ],
    },
  );
}

function tooManyFiles(): RequestRefused {
  return new RequestRefused(
    'validation_failed',
    `The form contains more than ${MAX_FILES_PER_REQUEST} files. None was stored. Send them in several requests.`,
  );
}

function malformed(reason: string): RequestRefused {
  return new RequestRefused(
    'malformed_request',
    `The form cannot be parsed (${reason.slice(0, 120)}). Send complete multipart/form-data with a boundary.`,
  );
}
