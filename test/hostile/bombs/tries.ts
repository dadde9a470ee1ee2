import { brotliCompressSync, constants, crc32, deflateSync, gzipSync } from 'node:zlib';
import type { Try } from '../support/tries.js';

/** A request that costs its sender little and a careless server much. */
export interface Bomb extends Try {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: readonly (readonly [string, string])[];
  /** Created when it is sent. */
  readonly body?: () => string | Uint8Array;
  /** What may be answered; by default any 4xx. */
  readonly statuses?: readonly number[];
}

const JSON_TYPE = [['content-type', 'application/json']] as const;
const KEYED = [...JSON_TYPE, ['idempotency-key', 'bomb']] as const;

/** Just under the limit of a JSON body. */
const MANY = 1_000_000;

const nested = (open: string, close: string, depth: number): string =>
  open.repeat(depth) + close.repeat(depth);

const JSON_BODIES: Readonly<Record<string, () => string>> = {
  '500,000 nested lists': () => nested('[', ']', MANY / 2),
  '500,000 lists that do not end': () => '['.repeat(MANY / 2),
  '150,000 nested objects': () => `${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`,
  'nested lists in a known field': () => `{"text":${nested('[', ']', 400_000)}}`,
  'nested lists in an unknown field': () => `{"text":"x","a":${nested('[', ']', 400_000)}}`,
  'nested lists in a free field': () => `{"text":"x","options":{"a":${nested('[', ']', 400_000)}}}`,
  '100,000 members': () => `{${Array.from({ length: 100_000 }, (_, n) => `"${n}":1`).join()}}`,
  '100,000 members of a free field': () =>
    `{"text":"x","options":{${Array.from({ length: 90_000 }, (_, n) => `"${n}":1`).join()}}}`,
  '100,000 accounts': () => JSON.stringify({ text: 'x', accountIds: Array(60_000).fill('acc_1') }),
  '50,000 overrides': () => JSON.stringify({ text: 'x', overrides: Array(40_000).fill({ target: 'x' }) }),
  'a text of 900 KB': () => JSON.stringify({ text: 'x'.repeat(900_000) }),
  'a text of 300,000 emojis': () => JSON.stringify({ text: '👩‍👩‍👧‍👦'.repeat(30_000) }),
  'a text of combining marks': () => JSON.stringify({ text: `e${'\u0301'.repeat(400_000)}` }),
  'a number of a million digits': () => `{"text":"x","version":${'9'.repeat(900_000)}}`,
  'a name of a million letters': () => `{"${'a'.repeat(900_000)}":1}`,
  '100,000 escapes': () => `{"text":"${'\\u0041'.repeat(150_000)}"`,
  'spaces only': () => ' '.repeat(MANY),
  'a prototype': () => '{"__proto__":{"text":"x"},"constructor":{"prototype":{"text":"x"}}}',
};

const IMAGE_BYTES = 60_000;

function chunk(type: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG that says its size. */
function png(width: number, height: number, data: Uint8Array): Uint8Array {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    ...[chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))],
  ]);
}

/** A JPEG that says its size, with nothing in it. */
function jpeg(width: number, height: number): Uint8Array {
  const frame = Buffer.from('ffc0001108000000000301220002110103110100', 'hex').subarray(0, 19);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    frame,
    Buffer.alloc(IMAGE_BYTES),
    Buffer.from('ffd9', 'hex'),
  ]);
}

/** A WebP that says its size. */
function webp(width: number, height: number): Uint8Array {
  const bytes = Buffer.alloc(IMAGE_BYTES);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(IMAGE_BYTES - 8, 4);
  bytes.write('WEBPVP8X', 8);
  bytes.writeUInt32LE(10, 16);
  bytes.writeUIntLE(width - 1, 24, 3);
  bytes.writeUIntLE(height - 1, 27, 3);
  return bytes;
}

function box(type: string, size: number, data: Uint8Array = Buffer.alloc(0)): Uint8Array {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(size >>> 0);
  head.write(type, 4);
  return Buffer.concat([head, data]);
}

const FTYP = box('ftyp', 24, Buffer.from('isom0000isommp42'));

const zeros = (): Uint8Array => deflateSync(Buffer.alloc(20_000_000));

const FILES: Readonly<Record<string, readonly [type: string, make: () => Uint8Array]>> = {
  'a PNG of 60,000 × 60,000 pixels': ['image/png', () => png(60_000, 60_000, zeros())],
  'a PNG of 2 × 2,000,000,000 pixels': ['image/png', () => png(2, 2_000_000_000, zeros())],
  'a PNG of 4,294,967,295 pixels each side': ['image/png', () => png(0xffff_ffff, 0xffff_ffff, zeros())],
  'a PNG of no pixels': ['image/png', () => png(0, 0, zeros())],
  'a PNG whose text unpacks to 20 MB': [
    'image/png',
    () => Buffer.concat([png(60_000, 60_000, zeros()).slice(0, 33), chunk('zTXt', zeros())]),
  ],
  'a JPEG of 65,535 × 65,535 pixels': ['image/jpeg', () => jpeg(65_535, 65_535)],
  'a WebP of 16,777,216 pixels each side': ['image/webp', () => webp(16_777_216, 16_777_216)],
  'a GIF of 65,535 × 65,535 pixels': [
    'image/gif',
    () => Buffer.concat([Buffer.from('GIF89affffffff800000', 'latin1'), Buffer.alloc(IMAGE_BYTES)]),
  ],
  'an SVG with entities': [
    'image/svg+xml',
    () =>
      Buffer.from(
        `<!DOCTYPE x [${Array.from({ length: 30 }, (_, n) => `<!ENTITY e${n + 1} "&e${n};&e${n};">`).join('')}]><svg>&e30;</svg>`,
      ),
  ],
  'a TIFF of 4,294,967,295 strips': [
    'image/tiff',
    () => Buffer.concat([Buffer.from('49492a0008000000ffff', 'hex'), Buffer.alloc(IMAGE_BYTES, 0xff)]),
  ],
  'an MP4 with a box of 4 GB': ['video/mp4', () => Buffer.concat([FTYP, box('moov', 0xffff_ffff)])],
  'an MP4 with a box of 0 bytes': [
    'video/mp4',
    () => Buffer.concat([FTYP, box('moov', 0), ...Array.from({ length: 5_000 }, () => box('trak', 0))]),
  ],
  'an MP4 of 100,000 boxes': [
    'video/mp4',
    () => Buffer.concat([FTYP, ...Array.from({ length: 100_000 }, () => box('free', 8))]),
  ],
  'an MP4 of 5,000 nested boxes': [
    'video/mp4',
    () => Buffer.concat([FTYP, ...Array.from({ length: 5_000 }, (_, n) => box('moov', (5_000 - n) * 8))]),
  ],
  'a ZIP': ['application/zip', () => Buffer.from('504b0304140000000800', 'hex')],
  nothing: ['image/png', () => Buffer.alloc(0)],
};

const BOUNDARY = 'bomb';
const part = (disposition: string, body = 'x'): string =>
  `--${BOUNDARY}\r\nContent-Disposition: ${disposition}\r\n\r\n${body}\r\n`;
const END = `--${BOUNDARY}--\r\n`;

const FORMS: Readonly<Record<string, () => string>> = {
  '10,000 files': () => part('form-data; name="file"; filename="a.png"').repeat(10_000) + END,
  '10,000 fields': () => part('form-data; name="a"').repeat(10_000) + END,
  'a field of 20 MB': () => part('form-data; name="a"', 'x'.repeat(20_000_000)) + END,
  'a field name of 1 MB': () => part(`form-data; name="${'a'.repeat(MANY)}"`) + END,
  'a file name of 1 MB': () => part(`form-data; name="file"; filename="${'a'.repeat(MANY)}"`) + END,
  'a part with 10,000 headers': () => `--${BOUNDARY}\r\n${'X: y\r\n'.repeat(10_000)}\r\nx\r\n${END}`,
  'a part without an end': () => part('form-data; name="file"; filename="a.png"').slice(0, -2),
  'no part': () => END,
  'boundaries only': () => `--${BOUNDARY}\r\n`.repeat(50_000),
};

const uploads = (name: string, type: string, body: () => string | Uint8Array): Bomb => ({
  ...{ name, body, path: '/v1/media', method: 'POST' },
  headers: [['content-type', type]],
});

const packed = (name: string, coding: string, body: () => Uint8Array): Bomb => ({
  ...{ name, body, path: '/v1/posts', method: 'POST' },
  headers: [...JSON_TYPE, ['content-encoding', coding]],
});

const LONG_JSON = (): Buffer => Buffer.from(JSON.stringify({ text: ' '.repeat(20_000_000) }));

export const BOMBS: readonly Bomb[] = [
  ...Object.entries(JSON_BODIES).flatMap(([name, body]): Bomb[] => [
    { ...{ name: `JSON: ${name}`, body, path: '/v1/posts', method: 'POST' }, headers: KEYED },
    {
      ...{ name: `JSON to validate: ${name}`, body, path: '/v1/posts/validate', method: 'POST' },
      ...{ headers: JSON_TYPE, statuses: [200, 400, 413, 422] },
    },
    {
      ...{ name: `JSON for a tool: ${name}`, path: '/mcp', method: 'POST' },
      ...{ headers: [...JSON_TYPE, ['accept', 'application/json, text/event-stream']] },
      body: () =>
        `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"postrider_validate_post","arguments":${body()}}}`,
      statuses: [200, 400, 413, 422],
    },
  ]),
  ...Object.entries(FILES).map(([name, [type, make]]) => uploads(`file: ${name}`, type, make)),
  ...Object.entries(FORMS).map(([name, make]) =>
    uploads(`form: ${name}`, `multipart/form-data; boundary=${BOUNDARY}`, make),
  ),
  ...['', 'a'.repeat(5_000), '"', "x'; charset=y"].map((boundary) =>
    uploads(
      `form: boundary ${boundary.slice(0, 10)}`,
      `multipart/form-data; boundary=${boundary}`,
      () => END,
    ),
  ),
  packed('packed: gzip', 'gzip', () => gzipSync(LONG_JSON())),
  packed('packed: deflate', 'deflate', () => deflateSync(LONG_JSON())),
  packed('packed: br', 'br', () =>
    brotliCompressSync(LONG_JSON(), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  ),
  packed('packed: gzip twice', 'gzip, gzip', () => gzipSync(gzipSync(LONG_JSON()))),
  ...['status', 'platform', 'text', 'order', 'limit', 'cursor', 'unknown'].flatMap((name): Bomb[] => [
    { name: `query: ${name} of 12 KB`, path: `/v1/posts?${name}=${'a'.repeat(12_000)}` },
    { name: `query: ${name} 1,000 times`, path: `/v1/posts?${`${name}=a&`.repeat(1_000)}` },
    {
      name: `query: ${name} with 4,000 commas`,
      path: `/v1/posts?${name}=${','.repeat(4_000)}`,
      statuses: [200, 400, 422],
    },
  ]),
  {
    name: 'query: 4,000 names',
    path: `/v1/posts?${Array.from({ length: 2_000 }, (_, n) => `a${n}`).join('&')}`,
  },
  {
    name: 'range: 1,000 ranges',
    path: '/media/files/x',
    headers: [['range', `bytes=${'0-,'.repeat(1_000)}0-`]],
  },
  { name: 'types: 1,000 of them', path: '/no/such', headers: [['accept', 'text/html;q=0.1,'.repeat(800)]] },
  {
    name: 'cookies: 1,000 of them',
    path: '/posts',
    headers: [['cookie', 'a=b; '.repeat(2_000)]],
    statuses: [303, 431],
  },
  {
    name: 'a key of 12 KB',
    path: '/v1/me',
    headers: [['idempotency-key', 'a'.repeat(12_000)]],
    statuses: [200, 400, 422],
  },
];

/** Pages that a site answers with when an article is fetched: much text from few bytes. */
export const PAGE_BOMBS: readonly (Try & {
  readonly coding?: string;
  readonly type?: string;
  readonly page: () => string | Uint8Array;
})[] = [
  { name: '50 MB in gzip', coding: 'gzip', page: () => gzipSync(Buffer.alloc(50_000_000, 'a')) },
  {
    ...{ name: '50 MB in br', coding: 'br' },
    page: () =>
      brotliCompressSync(Buffer.alloc(50_000_000, 'a'), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  },
  { name: '50 MB in deflate', coding: 'deflate', page: () => deflateSync(Buffer.alloc(50_000_000, 'a')) },
  { name: 'gzip in gzip', coding: 'gzip, gzip', page: () => gzipSync(gzipSync(Buffer.alloc(50_000_000))) },
  { name: 'gzip three times', coding: 'gzip, gzip, gzip', page: () => 'x' },
  { name: '100,000 nested elements', page: () => nested('<div>', '</div>', 100_000) },
  { name: '100,000 elements that do not end', page: () => '<b><i>'.repeat(50_000) },
  {
    name: '100,000 attributes',
    page: () => `<p ${Array.from({ length: 100_000 }, (_, n) => `a${n}`).join(' ')}>x`,
  },
  { name: 'a comment that does not end', page: () => `<!--${'-'.repeat(500_000)}` },
  { name: '20,000 images', page: () => '<img src="/a.png" alt="x">'.repeat(20_000) },
  { name: '20,000 meta tags', page: () => '<meta property="og:image" content="/a.png">'.repeat(20_000) },
  {
    name: 'nested JSON-LD',
    page: () => `<script type="application/ld+json">${nested('[', ']', 200_000)}</script><p>x`,
  },
  { name: 'entities', page: () => '&amp;'.repeat(200_000) },
  { name: 'a table of 100,000 cells', page: () => `<table><tr>${'<td>x'.repeat(100_000)}</table>` },
  { name: 'nested lists in Markdown', type: 'text/markdown', page: () => '> '.repeat(100_000) },
  { name: 'an SVG', type: 'image/svg+xml', page: () => '<svg xmlns="http://www.w3.org/2000/svg"/>' },
  { name: 'an unknown type', type: 'application/x-msdownload', page: () => 'MZ' },
];
