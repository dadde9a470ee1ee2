import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3Settings } from '../../../src/backend/files/s3-settings.js';

const REGION = 'eu-test-1';
const ACCESS_KEY = 'FERNHILL';
const SECRET = 'beans-and-water';

/**
 * A small S3-compatible store on loopback: objects by path, multipart uploads, listing. It computes the signature of
 * every request itself (AWS Signature Version 4), and rejects unsigned requests and bodies that do not match the
 * signed hash.
 */
export class S3Double {
  readonly objects = new Map<string, Buffer>();
  /** Multipart uploads that are neither completed nor aborted. */
  readonly begun = new Map<string, Map<number, Buffer>>();
  /** The requests received, in order, such as `PUT /media/…`. */
  readonly asked: string[] = [];
  /** How many of the next requests to fail with 503. */
  failing = 0;
  /** The size of the largest request, in bytes. */
  largest = 0;
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });

  static async start(): Promise<S3Double> {
    const double = new S3Double();
    double.#server.listen(0, '127.0.0.1');
    await once(double.#server, 'listening');
    return double;
  }

  get settings(): S3Settings {
    const { port } = this.#server.address() as AddressInfo;
    return {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'media',
      region: REGION,
      accessKeyId: ACCESS_KEY,
      secretAccessKey: SECRET,
      prefix: 'shop/',
    };
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    this.largest = Math.max(this.largest, body.length);
    this.asked.push(`${request.method} ${request.url}`);
    if (this.failing > 0) {
      this.failing -= 1;
      refuse(response, 503, 'SlowDown');
      return;
    }
    if (!isSigned(request, body)) {
      refuse(response, 403, 'SignatureDoesNotMatch');
      return;
    }
    const url = new URL(request.url ?? '', 'http://store.test');
    const [, bucket, ...rest] = url.pathname.split('/').map(decodeURIComponent);
    if (bucket !== 'media') {
      refuse(response, 404, 'NoSuchBucket');
      return;
    }
    this.#carryOut(request, response, { name: rest.join('/'), query: url.searchParams, body });
  }

  #carryOut(
    { method, headers }: IncomingMessage,
    response: ServerResponse,
    { name, query, body }: { name: string; query: URLSearchParams; body: Buffer },
  ): void {
    const uploadId = query.get('uploadId') ?? '';
    if (method === 'GET' && query.get('list-type') === '2') {
      const keys = [...this.objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? ''));
      response.end(`<ListBucketResult>${keys.map((key) => `<Key>${key}</Key>`).join('')}</ListBucketResult>`);
    } else if (method === 'POST' && query.has('uploads')) {
      const id = `upload-${this.begun.size + 1}&1`;
      this.begun.set(id, new Map());
      response.end(`<R><UploadId>${id.replace('&', '&amp;')}</UploadId></R>`);
    } else if (method === 'PUT' && uploadId) {
      this.begun.get(uploadId)?.set(Number(query.get('partNumber')), body);
      response.setHeader('ETag', `"${md5(body)}"`).end();
    } else if (method === 'POST' && uploadId) {
      const pieces = [...(this.begun.get(uploadId) ?? new Map<number, Buffer>())].sort(([a], [b]) => a - b);
      const named = [...body.toString().matchAll(/<ETag>"([^"]+)"<\/ETag>/g)].map(([, tag]) => tag);
      if (named.join() !== pieces.map(([, piece]) => md5(piece)).join()) {
        refuse(response, 400, 'InvalidPart');
        return;
      }
      this.objects.set(name, Buffer.concat(pieces.map(([, piece]) => piece)));
      this.begun.delete(uploadId);
      response.end('<CompleteMultipartUploadResult/>');
    } else if (method === 'DELETE') {
      if (uploadId) this.begun.delete(uploadId);
      else this.objects.delete(name);
      response.writeHead(204).end();
    } else if (method === 'PUT') {
      this.objects.set(name, body);
      response.end();
    } else {
      const object = this.objects.get(name);
      if (!object) {
        refuse(response, 404, 'NoSuchKey');
        return;
      }
      const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
      const part = start === undefined ? object : object.subarray(Number(start), Number(end) + 1);
      response.writeHead(start === undefined ? 200 : 206, { 'Content-Length': part.length });
      response.end(method === 'HEAD' ? undefined : part);
    }
  }
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
}

const md5 = (bytes: Buffer): string => createHash('md5').update(bytes).digest('hex');
const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();

function isSigned({ method = '', url = '', headers }: IncomingMessage, body: Buffer): boolean {
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    );
  const [, accessKey, day = '', region = '', names = '', signature] = found ?? [];
  const claimed = String(headers['x-amz-content-sha256']);
  if (accessKey !== ACCESS_KEY || region !== REGION) return false;
  if (claimed !== 'UNSIGNED-PAYLOAD' && claimed !== sha256(body)) return false;
  const { pathname, searchParams } = new URL(url, 'http://store.test');
  const query = [...searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&');
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, pathname, query, signed.join(''), names, claimed].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', String(headers['x-amz-date']), scope, sha256(canonical)].join('\n');
  const key = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${SECRET}`, day));
  return hmac(key, text).toString('hex') === signature;
}
