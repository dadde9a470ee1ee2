import type { Media, MediaUpload, StoredMedia } from '../../contract/media/media.js';
import type { FileBody } from '../calls/call.js';
import { perform } from '../calls/perform.js';
import { backoffMs } from '../calls/retry-policy.js';
import { ApiError } from '../errors/api-errors.js';
import { ConnectionError, TimeoutError, UnexpectedAnswerError } from '../errors/errors.js';
import type { CallOptions, Configuration } from '../options.js';
import { type GettingOn, steadily } from './steady-upload.js';
import { type OpenedSource, openSource, type UploadSource } from './upload-source.js';

/** The progress of an upload. */
export interface UploadProgress {
  readonly sentBytes: number;
  /** Null for a stream. */
  readonly totalBytes: number | null;
}

export interface UploadOptions extends CallOptions {
  /** The file name. Default: from the path or the File. */
  readonly filename?: string | undefined;
  /** For logs only: the type is detected from the bytes. */
  readonly contentType?: string | undefined;
  /** Called as bytes are sent. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
}

/** Files up to this size in bytes are sent in one request, and larger ones in such pieces where bodies are buffered. */
const IN_ONE_REQUEST = 8 * 1024 * 1024;

/** How many times in a row an upload resumes without progress. */
const FRUITLESS_ATTEMPTS = 5;

/** How long the backend may be unreachable during an upload, in ms: long enough for a restart. */
const UNANSWERED_MS = 60_000;

/** The default time limit of an upload in ms. A stalled upload ends much earlier. */
const LONGEST_UPLOAD_MS = 6 * 60 * 60 * 1000;

/** @see PostriderClient.media */
export async function uploadFile(
  source: UploadSource,
  options: UploadOptions,
  configuration: Configuration,
): Promise<Media> {
  const opened = await openSource(source);
  const upload = new Upload(opened, options, configuration);
  return opened.repeatable && (opened.bytes ?? 0) > IN_ONE_REQUEST ? upload.inPieces() : upload.atOnce();
}

class Upload {
  readonly #source: OpenedSource;
  readonly #options: UploadOptions;
  readonly #configuration: Configuration;
  readonly #deadline: number;

  constructor(source: OpenedSource, options: UploadOptions, configuration: Configuration) {
    this.#source = source;
    this.#options = options;
    this.#configuration = configuration;
    this.#deadline = configuration.now() + (options.timeoutMs ?? LONGEST_UPLOAD_MS);
  }

  /** The whole file as one request. */
  async atOnce(): Promise<Media> {
    const answer = await steadily(this.#options.signal, async (signal, gettingOn) => {
      const call = this.#call(signal);
      return perform(
        { operation: 'media.create', ...call, file: this.#bodyFrom(0, gettingOn) },
        this.#configuration,
      );
    });
    const { media } = answer.data as StoredMedia;
    const [medium] = media;
    if (!medium) throw nothingStored();
    return medium;
  }

  /** Uploads to a one-time URL and resumes after a broken connection. */
  async inPieces(): Promise<Media> {
    const token = await this.#address();
    let offset = 0;
    let fruitless = 0;
    for (;;) {
      try {
        const upload = await this.#send(token, offset);
        if (upload.media) return upload.media;
        fruitless = upload.offset > offset ? 0 : fruitless + 1;
        offset = upload.offset;
        if (fruitless > FRUITLESS_ATTEMPTS) throw nothingStored();
      } catch (error) {
        if (!mayGoOn(error) || this.#configuration.now() >= this.#deadline) throw error;
        const upload = await this.#standing(token, error, fruitless + 1);
        if (upload.media) return upload.media;
        fruitless = upload.offset > offset ? 0 : fruitless + 1;
        if (fruitless > FRUITLESS_ATTEMPTS) throw error;
        offset = upload.offset;
      }
    }
  }

  async #address(): Promise<string> {
    const body = {
      filename: this.#filename() ?? 'upload',
      contentType: this.#contentType(),
      bytes: this.#source.bytes ?? 0,
    };
    const call = { ...this.#call(this.#options.signal), body };
    const { data } = await perform({ operation: 'media.create', ...call }, this.#configuration);
    // The backend returns its public URL, which can differ from the one that this client uses.
    const token = (data as StoredMedia).upload?.uploadUrl.split('/').at(-1);
    if (token === undefined || token === '') throw nothingStored();
    return token;
  }

  async #send(token: string, offset: number): Promise<MediaUpload> {
    const answer = await steadily(this.#options.signal, (signal, gettingOn) =>
      perform(
        {
          operation: 'media.uploadBytes',
          ...this.#call(signal),
          params: [token],
          query: { offset },
          file: this.#bodyFrom(offset, gettingOn),
        },
        this.#configuration,
      ),
    );
    return answer.data as MediaUpload;
  }

  /** The progress, after a pause, once the backend responds again. */
  async #standing(token: string, error: Error, attempt: number): Promise<MediaUpload> {
    const { now, random } = this.#configuration;
    const known = error instanceof ApiError && error.code === 'upload_offset_conflict';
    await this.#pause(known ? 0 : backoffMs(error as ApiError, attempt, random()));
    const since = now();
    for (let unanswered = 1; ; unanswered += 1) {
      try {
        const call = { ...this.#call(this.#options.signal), params: [token] };
        const { data } = await perform({ operation: 'media.uploadStatus', ...call }, this.#configuration);
        return data as MediaUpload;
      } catch (failure) {
        if (!mayGoOn(failure) || now() - since >= UNANSWERED_MS || now() >= this.#deadline) throw failure;
        await this.#pause(backoffMs(failure, unanswered, random()));
      }
    }
  }

  async #pause(ms: number): Promise<void> {
    const { sleep } = this.#configuration;
    await sleep(ms, this.#options.signal).catch((reason: unknown) => {
      if (!this.#options.signal?.aborted) throw reason;
    });
  }

  #call(signal: AbortSignal | undefined) {
    const timeoutMs = Math.max(1, this.#deadline - this.#configuration.now());
    const { headers, onAnswer } = this.#options;
    return { params: [], query: {}, body: undefined, options: { timeoutMs, signal, headers, onAnswer } };
  }

  #bodyFrom(offset: number, gettingOn: GettingOn): FileBody {
    const { bytes, repeatable } = this.#source;
    const { onProgress } = this.#options;
    const source = this.#source;
    const end = bytes === null ? undefined : this.#endFrom(offset, bytes);
    return {
      bytes: end === undefined ? null : end - offset,
      contentType: this.#contentType(),
      filename: offset === 0 ? this.#filename() : null,
      repeatable,
      open() {
        const body = source.read(offset, end);
        async function* chunks(): AsyncGenerator<Uint8Array> {
          let sentBytes = offset;
          for await (const chunk of body) {
            yield chunk;
            sentBytes += chunk.length;
            gettingOn(end === undefined || sentBytes < end);
            onProgress?.({ sentBytes, totalBytes: bytes });
          }
        }
        return { [Symbol.asyncIterator]: chunks, recycle: (chunk) => body.recycle?.(chunk) };
      },
    };
  }

  #endFrom(offset: number, bytes: number): number {
    const { buffersBodies = false } = this.#configuration.transport;
    return buffersBodies ? Math.min(bytes, offset + IN_ONE_REQUEST) : bytes;
  }

  #filename(): string | null {
    return this.#options.filename ?? this.#source.filename;
  }

  #contentType(): string {
    return this.#options.contentType ?? this.#source.contentType ?? 'application/octet-stream';
  }
}

/** Whether the upload can resume after this error. */
function mayGoOn(error: unknown): error is ApiError | ConnectionError | TimeoutError | UnexpectedAnswerError {
  if (error instanceof ConnectionError || error instanceof TimeoutError) return true;
  if (error instanceof UnexpectedAnswerError) return error.status >= 500;
  if (!(error instanceof ApiError)) return false;
  const { code, status } = error;
  return ['upload_offset_conflict', 'upload_used', 'upload_stalled'].includes(code) || status >= 500;
}

function nothingStored(): UnexpectedAnswerError {
  return new UnexpectedAnswerError(
    'The backend accepted the file but returned no media for it.',
    { operation: 'media.create', idempotencyKey: null, attempts: 1, sent: true },
    { status: 200, contentType: null, retryAfterSeconds: null },
  );
}
