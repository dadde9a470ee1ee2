import type { AwsClient } from 'aws4fetch';
import type { S3Settings } from './s3-settings.js';
import { StorageUnavailable } from './storage.js';

/** The S3 store rejected a request. The message contains no credentials. */
class S3Failed extends Error {
  override readonly name = 'S3Failed';
  readonly status: number;

  constructor(what: string, status: number, code: string) {
    super(`The S3 store refused to ${what} (HTTP ${status}${code ? `, ${code}` : ''}).`);
    this.status = status;
  }
}

/** Retries of a request that failed with a temporary error. */
const MAX_RETRIES = 3;

/** One part of a multipart upload. */
export interface UploadedPart {
  readonly number: number;
  readonly tag: string;
}

/** Signed requests to one bucket. URLs are path-style, which every S3-compatible store supports. */
export class S3Bucket {
  readonly #settings: S3Settings;
  #client: Promise<AwsClient> | undefined;

  constructor(settings: S3Settings) {
    this.#settings = settings;
  }

  /** Bytes; null if the object does not exist. */
  async sizeOf(object: string): Promise<number | null> {
    const answer = await this.#send('HEAD', object);
    if (answer.status === 404) return null;
    await expectOk(answer, 'look up a file');
    return Number(answer.headers.get('content-length'));
  }

  /** @param sha256 hexadecimal; the store rejects bytes that do not match it */
  async put(object: string, bytes: Uint8Array<ArrayBuffer>, sha256: string): Promise<void> {
    const answer = await this.#send('PUT', object, { body: bytes, sha256 });
    await expectOk(answer, 'store a file');
    await answer.body?.cancel();
  }

  /** @returns null if the object does not exist */
  async get(
    object: string,
    range?: { readonly start: number; readonly end: number },
  ): Promise<Response | null> {
    const headers = range ? { range: `bytes=${range.start}-${range.end - 1}` } : {};
    const answer = await this.#send('GET', object, { headers });
    if (answer.status === 404) {
      await answer.body?.cancel();
      return null;
    }
    await expectOk(answer, 'read a file');
    return answer;
  }

  async remove(object: string): Promise<void> {
    const answer = await this.#send('DELETE', object);
    if (answer.status !== 404) await expectOk(answer, 'remove a file');
    await answer.body?.cancel();
  }

  /** The names of at most 1,000 objects with a prefix. */
  async namesBelow(prefix: string): Promise<string[]> {
    const answer = await this.#send('GET', '', { query: { 'list-type': '2', prefix } });
    await expectOk(answer, 'list files');
    return [...(await answer.text()).matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) =>
      unescapeXml(key),
    );
  }

  /** Starts a multipart upload. @returns its id */
  async createMultipart(object: string): Promise<string> {
    const answer = await this.#send('POST', object, { query: { uploads: '' } });
    await expectOk(answer, 'start a multipart upload');
    const [, id] = /<UploadId>([^<]+)<\/UploadId>/.exec(await answer.text()) ?? [];
    if (id === undefined) throw new S3Failed('start a multipart upload', answer.status, 'no UploadId');
    return unescapeXml(id);
  }

  async putPart(
    object: string,
    uploadId: string,
    number: number,
    bytes: Uint8Array<ArrayBuffer>,
    sha256: string,
  ): Promise<UploadedPart> {
    const query = { partNumber: String(number), uploadId };
    const answer = await this.#send('PUT', object, { query, body: bytes, sha256 });
    await expectOk(answer, 'store a part of a file');
    await answer.body?.cancel();
    return { number, tag: answer.headers.get('etag') ?? '' };
  }

  async complete(object: string, uploadId: string, parts: readonly UploadedPart[]): Promise<void> {
    const list = parts.map(
      ({ number, tag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${tag}</ETag></Part>`,
    );
    const body = `<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`;
    const answer = await this.#send('POST', object, { query: { uploadId }, body });
    await expectOk(answer, 'complete a multipart upload');
    // The store sends status 200 before it has finished, so the body may still report an error.
    const text = await answer.text();
    if (text.includes('<Error>'))
      throw new S3Failed('complete a multipart upload', answer.status, codeIn(text));
  }

  async abort(object: string, uploadId: string): Promise<void> {
    const answer = await this.#send('DELETE', object, { query: { uploadId } });
    await answer.body?.cancel();
  }

  async #send(method: string, object: string, request: SendOptions = {}): Promise<Response> {
    const { endpoint, bucket } = this.#settings;
    const url = new URL(`${endpoint}/${bucket}${object ? `/${object}` : ''}`);
    for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, value);
    this.#client ??= this.#open();
    const client = await this.#client;
    const answer = client.fetch(url, {
      method,
      headers: {
        ...request.headers,
        ...(request.sha256 === undefined ? {} : { 'x-amz-content-sha256': request.sha256 }),
      },
      body: request.body ?? null,
      // The signature is valid for this host only.
      redirect: 'manual',
    });
    return answer.catch((error: unknown) => {
      throw unreachable(error);
    });
  }

  async #open(): Promise<AwsClient> {
    const { AwsClient } = await import('aws4fetch');
    const { accessKeyId, secretAccessKey, sessionToken, region } = this.#settings;
    const credentials = { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) };
    return new AwsClient({ ...credentials, service: 's3', region, retries: MAX_RETRIES });
  }
}

interface SendOptions {
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer> | string;
  readonly sha256?: string;
}

/** `fetch` throws a TypeError if the connection cannot be made, or breaks. */
function unreachable(error: unknown): unknown {
  if (!(error instanceof TypeError)) return error;
  return new StorageUnavailable('The media store did not respond. Try again later.', {
    cause: error,
  });
}

async function expectOk(answer: Response, what: string): Promise<void> {
  if (answer.ok) return;
  throw new S3Failed(what, answer.status, codeIn(await answer.text()));
}

function codeIn(text: string): string {
  return /<Code>([\w.-]{1,80})<\/Code>/.exec(text)?.[1] ?? '';
}

function unescapeXml(text: string): string {
  const signs: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
  return text.replace(/&(lt|gt|quot|apos|amp);/g, (_whole, name: string) => signs[name] ?? '');
}
