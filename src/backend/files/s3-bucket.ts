import type { AwsClient } from 'aws4fetch';
import { RequestRefused } from '../operations/refusal.js';
import type { S3Settings } from './s3-settings.js';

/** The store did not do what it was asked to. The message names no credentials. */
class S3Failed extends Error {
  override readonly name = 'S3Failed';
  readonly status: number;

  constructor(what: string, status: number, code: string) {
    super(`The S3 store refused to ${what} (HTTP ${status}${code ? `, ${code}` : ''}).`);
    this.status = status;
  }
}

/** How often a request is sent again that failed in passing. */
const RETRIES = 3;

/** One piece of an object that is put together from several. */
export interface UploadedPiece {
  readonly number: number;
  readonly tag: string;
}

/** The requests that are made to a bucket, signed. Objects are addressed by path, which every store takes. */
export class S3Bucket {
  readonly #settings: S3Settings;
  #client: Promise<AwsClient> | undefined;

  constructor(settings: S3Settings) {
    this.#settings = settings;
  }

  /** Bytes; null where there is no such object. */
  async sizeOf(object: string): Promise<number | null> {
    const answer = await this.#ask('HEAD', object);
    if (answer.status === 404) return null;
    await expectOk(answer, 'look for a file');
    return Number(answer.headers.get('content-length'));
  }

  /** @param sha256 of the bytes, hexadecimal: the store refuses other ones */
  async put(object: string, bytes: Uint8Array<ArrayBuffer>, sha256: string): Promise<void> {
    const answer = await this.#ask('PUT', object, { body: bytes, sha256 });
    await expectOk(answer, 'store a file');
    await answer.body?.cancel();
  }

  /** @returns null where there is no such object */
  async get(
    object: string,
    range?: { readonly start: number; readonly end: number },
  ): Promise<Response | null> {
    const headers = range ? { range: `bytes=${range.start}-${range.end - 1}` } : {};
    const answer = await this.#ask('GET', object, { headers });
    if (answer.status === 404) {
      await answer.body?.cancel();
      return null;
    }
    await expectOk(answer, 'read a file');
    return answer;
  }

  async remove(object: string): Promise<void> {
    const answer = await this.#ask('DELETE', object);
    if (answer.status !== 404) await expectOk(answer, 'remove a file');
    await answer.body?.cancel();
  }

  /** Names of the objects that begin so; at most 1,000. */
  async namesBelow(prefix: string): Promise<string[]> {
    const answer = await this.#ask('GET', '', { query: { 'list-type': '2', prefix } });
    await expectOk(answer, 'list files');
    return [...(await answer.text()).matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) =>
      unescapeXml(key),
    );
  }

  /** Begins an object that comes in pieces. @returns the id of the upload */
  async begin(object: string): Promise<string> {
    const answer = await this.#ask('POST', object, { query: { uploads: '' } });
    await expectOk(answer, 'begin a large file');
    const [, id] = /<UploadId>([^<]+)<\/UploadId>/.exec(await answer.text()) ?? [];
    if (id === undefined) throw new S3Failed('begin a large file', answer.status, 'no UploadId');
    return unescapeXml(id);
  }

  async putPiece(
    object: string,
    uploadId: string,
    number: number,
    bytes: Uint8Array<ArrayBuffer>,
    sha256: string,
  ): Promise<UploadedPiece> {
    const query = { partNumber: String(number), uploadId };
    const answer = await this.#ask('PUT', object, { query, body: bytes, sha256 });
    await expectOk(answer, 'store a piece of a file');
    await answer.body?.cancel();
    return { number, tag: answer.headers.get('etag') ?? '' };
  }

  async complete(object: string, uploadId: string, pieces: readonly UploadedPiece[]): Promise<void> {
    const list = pieces.map(
      ({ number, tag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${tag}</ETag></Part>`,
    );
    const body = `<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`;
    const answer = await this.#ask('POST', object, { query: { uploadId }, body });
    await expectOk(answer, 'complete a large file');
    // The store begins its answer with 200 before it knows: a failure may be in the body.
    const text = await answer.text();
    if (text.includes('<Error>')) throw new S3Failed('complete a large file', answer.status, codeIn(text));
  }

  async giveUp(object: string, uploadId: string): Promise<void> {
    const answer = await this.#ask('DELETE', object, { query: { uploadId } });
    await answer.body?.cancel();
  }

  async #ask(method: string, object: string, request: AskOptions = {}): Promise<Response> {
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
      // A store that sends us elsewhere would get a signature that was not made for it.
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
    return new AwsClient({ ...credentials, service: 's3', region, retries: RETRIES });
  }
}

interface AskOptions {
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer> | string;
  readonly sha256?: string;
}

/** What `fetch` says of a connection that could not be made, or broke. */
function unreachable(error: unknown): unknown {
  if (!(error instanceof TypeError)) return error;
  const refusal = new RequestRefused(
    'unavailable',
    'The store that keeps media does not answer. Nothing was changed: try again later.',
  );
  refusal.cause = error;
  return refusal;
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
