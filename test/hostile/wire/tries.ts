import type { Try } from '../support/tries.js';

/**
 * A request as bytes. `HOST` is the backend, `AUTH` a valid key, and `SMUGGLED` a whole request that deletes something
 * of the victim: it must never be served.
 */
export interface WireTry extends Try {
  readonly bytes: string;
  /** What the server answers: a refusal that ends the connection, or one answer to one request. */
  readonly answer: 'refused' | 'one';
}

const LENGTH_OF_SMUGGLED = 'LENGTH';

const JSON_POST = 'POST /v1/posts/validate HTTP/1.1\r\nHost: HOST\r\nAuthorization: AUTH\r\n';
const TYPE = 'Content-Type: application/json\r\n';

/** A post with these framing headers, and a body of which one of two readers would see the end too early. */
const framed = (name: string, headers: readonly string[], body = '0\r\n\r\nSMUGGLED'): WireTry => ({
  name: `framing: ${name}`,
  bytes: `${JSON_POST}${TYPE}${headers.map((line) => `${line}\r\n`).join('')}\r\n${body}`,
  answer: 'refused',
});

const chunked = (name: string, body: string): WireTry => ({
  ...framed(name, ['Transfer-Encoding: chunked'], body),
  name: `chunks: ${name}`,
});

const get = (name: string, head: string, answer: WireTry['answer'] = 'refused'): WireTry => ({
  ...{ name: `head: ${name}`, answer },
  bytes: `${head}\r\n\r\n`,
});

const CL = `Content-Length: ${LENGTH_OF_SMUGGLED}`;
const TE = 'Transfer-Encoding: chunked';

const FRAMING: readonly WireTry[] = [
  framed('length, then chunked', [CL, TE]),
  framed('chunked, then length', [TE, CL]),
  framed('length 0 and chunked', ['Content-Length: 0', TE]),
  framed('length 4 and chunked', ['Content-Length: 4', TE]),
  framed('two lengths', [CL, 'Content-Length: 5']),
  framed('two lengths, the other way', ['Content-Length: 5', CL]),
  framed('the same length twice', [CL, CL]),
  framed('a list of lengths', ['Content-Length: 5, 6']),
  framed('a list of equal lengths', ['Content-Length: 5, 5']),
  ...[
    '+5',
    '-1',
    '0x5',
    '5.0',
    '5e0',
    '5_0',
    '5 5',
    '٥',
    "5'",
    '5;',
    'five',
    '',
    ' ',
    '99999999999999999999999',
  ].map((length) =>
    framed(`length "${length}"`, [`Content-Length: ${Buffer.from(length).toString('latin1')}`]),
  ),
  framed('length with a vertical tab', ['Content-Length: \x0b5']),
  framed('length after a line feed', ['X: y\nContent-Length: 5']),
  framed('length after a carriage return', ['X: y\rContent-Length: 5']),
  ...[
    'xchunked',
    'chunked, identity',
    'chunked, chunked',
    'chunked, gzip',
    'identity',
    'gzip',
    '"chunked"',
    'chunke',
  ]
    .concat(['chunked;q=1', 'chunked\x0b', '\x0bchunked', 'chunked\x00', 'cow', ',', 'x, chunked, y'])
    .flatMap((coding) => [
      framed(`coding "${coding}" and a length`, [`Transfer-Encoding: ${coding}`, CL]),
      framed(`coding "${coding}"`, [`Transfer-Encoding: ${coding}`]),
    ]),
  framed('two codings', ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity', CL]),
  framed('two codings, the other way', ['Transfer-Encoding: identity', 'Transfer-Encoding: chunked', CL]),
  framed('coding with a space before the colon', ['Transfer-Encoding : chunked', CL]),
  framed('coding with a tab before the colon', ['Transfer-Encoding\t: chunked', CL]),
  framed('length with a space before the colon', ['Content-Length : 5', TE]),
  framed('coding after a line feed', ['X: y\nTransfer-Encoding: chunked', CL]),
  framed('coding after a carriage return', ['X: y\rTransfer-Encoding: chunked', CL]),
  framed('coding on a folded line', ['Transfer-Encoding:', ' chunked', CL]),
  framed('coding that is folded', ['X: y', ' Transfer-Encoding: chunked', CL, TE]),
  framed('length on a folded line', ['Content-Length:', ' 5', TE]),
  framed('coding with NUL in its name', ['Transfer-\x00Encoding: chunked', CL, TE]),
];

const CHUNKS: readonly WireTry[] = [
  ...['0x5', '-1', '+5', '5 5', '', 'g', ' ', '5\x0b', 'fffffffffffffffff', '1_0', '٥', '5,5'].map((size) =>
    chunked(`size "${size}"`, `${Buffer.from(size).toString('latin1')}\r\n{"a":\r\n0\r\n\r\nSMUGGLED`),
  ),
  chunked('longer than its size', '2\r\n{"a":1}\r\n0\r\n\r\nSMUGGLED'),
  chunked('no line end after a chunk', '2\r\n{}0\r\n\r\nSMUGGLED'),
  chunked('a line feed after the size', '2\n{}\r\n0\r\n\r\nSMUGGLED'),
  chunked('a line feed after a chunk', '2\r\n{}\n0\r\n\r\nSMUGGLED'),
  chunked('a carriage return after the size', '2\r{}\r\n0\r\n\r\nSMUGGLED'),
  chunked('a line feed in an extension', '2;a\nb\r\n{}\r\n0\r\n\r\nSMUGGLED'),
  chunked('a carriage return in an extension', '2;a\rb\r\n{}\r\n0\r\n\r\nSMUGGLED'),
  chunked('a long extension', `2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\nSMUGGLED`),
  chunked('a length among the trailers', `2\r\n{}\r\n0\r\nTransfer-Encoding : x\r\n\r\nSMUGGLED`),
];

/** Accepted, as one request: what looks like a second one is part of the first. */
const WHOLE: readonly WireTry[] = [
  ...[
    'GET /healthz',
    'HEAD /healthz',
    'OPTIONS /v1/posts',
    'GET /v1/posts',
    'GET /no/such',
    'POST /healthz',
  ].flatMap((line): WireTry[] => [
    {
      name: `body: ${line} with a length`,
      bytes: `${line} HTTP/1.1\r\nHost: HOST\r\n${CL}\r\n\r\nSMUGGLED`,
      answer: 'one',
    },
    {
      name: `body: ${line} in chunks`,
      bytes: `${line} HTTP/1.1\r\nHost: HOST\r\n${TE}\r\n\r\nHEXLENGTH\r\nSMUGGLED\r\n0\r\n\r\n`,
      answer: 'one',
    },
  ]),
  ...['/v1/posts', '/mcp', '/sign-in', '/posts', '/v1/media', '/sign-out'].flatMap((path): WireTry[] => [
    {
      name: `body: POST ${path} without a key`,
      bytes: `POST ${path} HTTP/1.1\r\nHost: HOST\r\n${TYPE}${CL}\r\n\r\nSMUGGLED`,
      answer: 'one',
    },
    {
      name: `body: POST ${path} of an unknown type`,
      bytes: `POST ${path} HTTP/1.1\r\nHost: HOST\r\nAuthorization: AUTH\r\nContent-Type: a/b\r\n${CL}\r\n\r\nSMUGGLED`,
      answer: 'one',
    },
  ]),
  {
    name: 'body: from another origin',
    bytes: `${JSON_POST}${TYPE}Origin: https://elsewhere.example\r\n${CL}\r\n\r\nSMUGGLED`,
    answer: 'one',
  },
  {
    name: 'body: under another host',
    bytes: `POST /v1/posts HTTP/1.1\r\nHost: elsewhere.example\r\n${CL}\r\n\r\nSMUGGLED`,
    answer: 'one',
  },
  {
    name: 'body: an extension of a chunk',
    bytes: `${JSON_POST}${TYPE}${TE}\r\n\r\nHEXLENGTH;a="b\\"c"\r\nSMUGGLED\r\n0\r\n\r\n`,
    answer: 'one',
  },
  {
    name: 'body: trailers',
    bytes: `${JSON_POST}${TYPE}${TE}\r\n\r\nHEXLENGTH\r\nSMUGGLED\r\n0\r\nHost: elsewhere.example\r\nContent-Length: 3\r\n\r\n`,
    answer: 'one',
  },
];

const H = 'Host: HOST';

const HEADS: readonly WireTry[] = [
  get('no host', 'GET /healthz HTTP/1.1'),
  get('two hosts', `GET /healthz HTTP/1.1\r\n${H}\r\nHost: elsewhere.example`),
  get('two hosts, the other way', `GET /healthz HTTP/1.1\r\nHost: elsewhere.example\r\n${H}`),
  ...['', 'HOST, elsewhere.example', 'elsewhere.example', 'HOST@elsewhere.example', 'elsewhere.example@HOST']
    .concat([
      'elsewhere.example#HOST',
      'elsewhere.example/HOST',
      'elsewhere.example\\HOST',
      'HOST:80',
      'HOST elsewhere',
    ])
    .concat([
      'elsewhere.example?HOST',
      '[HOST',
      'HOST]',
      'HOST\x0belsewhere.example',
      'localhost:a',
      'localhost:-1',
      '%31',
    ])
    .map((host) => get(`host "${host}"`, `GET /healthz HTTP/1.1\r\nHost: ${host}`)),
  get('no version', 'GET /healthz'),
  ...[
    'HTTP/0.9',
    'HTTP/1.2',
    'HTTP/2.0',
    'HTTP/3',
    'HTTP/1.1.1',
    'HTTP/1',
    'http/1.1',
    'ICE/1.0',
    'HTTP/ 1.1',
  ].map((version) => get(`version ${version}`, `GET /healthz ${version}\r\n${H}`)),
  get('the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM'),
  get('two spaces', `GET  /healthz HTTP/1.1\r\n${H}`, 'one'),
  get('tabs for spaces', `GET\t/healthz\tHTTP/1.1\r\n${H}`),
  get('a space in the target', `GET /health z HTTP/1.1\r\n${H}`),
  get('a NUL in the target', `GET /healthz\x00 HTTP/1.1\r\n${H}`),
  get('a target without a slash', `GET healthz HTTP/1.1\r\n${H}`),
  ...['get', 'GETT', 'G\x00T', 'TRACK', 'DEBUG', '"GET"', 'GET/', 'é'].map((method) =>
    get(`method ${method}`, `${method} /healthz HTTP/1.1\r\n${H}`),
  ),
  get('CONNECT', `CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: elsewhere.example:443`),
  get('CONNECT to the backend', `CONNECT HOST HTTP/1.1\r\n${H}`),
  ...[
    'X Y: z',
    ': z',
    'X',
    'X(y): z',
    'é: z',
    'X\x00: y',
    'X: y\x00z',
    ' X: y',
    'X: y\x08',
    'X: y\x7f',
    '\x0bX: y',
  ]
    .filter((line) => line !== 'X: y\x7f')
    .map((line) => get(`header ${JSON.stringify(line)}`, `GET /healthz HTTP/1.1\r\n${line}\r\n${H}`)),
  get('a bare carriage return', `GET /healthz HTTP/1.1\r\nX: y\rZ: z\r\n${H}`),
  get('a bare line feed', `GET /healthz HTTP/1.1\r\nX: y\nAuthorization: AUTH\r\n${H}`),
  get('a folded header', `GET /healthz HTTP/1.1\r\nX: y\r\n z\r\n${H}`),
  get('a header of 70 KB', `GET /healthz HTTP/1.1\r\n${H}\r\nX: ${'a'.repeat(70_000)}`),
  get('a name of 70 KB', `GET /healthz HTTP/1.1\r\n${H}\r\n${'a'.repeat(70_000)}: y`),
  get('20,000 headers', `GET /healthz HTTP/1.1\r\n${H}\r\n${'X: y\r\n'.repeat(20_000)}Y: z`),
  get('a target of 100 KB', `GET /healthz?${'a'.repeat(100_000)} HTTP/1.1\r\n${H}`),
  get(
    'another expectation',
    `POST /healthz HTTP/1.1\r\n${H}\r\nExpect: a miracle\r\nContent-Length: 0`,
    'one',
  ),
  get('TRACE', `TRACE /healthz HTTP/1.1\r\n${H}\r\nAuthorization: AUTH`, 'one'),
  get('every address', `GET * HTTP/1.1\r\n${H}`),
  get(
    'another host in the target',
    `GET http://elsewhere.example/healthz HTTP/1.1\r\nHost: elsewhere.example`,
    'one',
  ),
  get(
    'an upgrade to HTTP/2',
    `GET /v1/posts HTTP/1.1\r\n${H}\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA`,
    'one',
  ),
  get(
    'an upgrade to WebSocket',
    `GET /live HTTP/1.1\r\n${H}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13`,
    'one',
  ),
  get(
    'another host by a proxy',
    `GET /healthz HTTP/1.1\r\nHost: elsewhere.example\r\nX-Forwarded-Host: HOST\r\nForwarded: host=HOST`,
    'one',
  ),
  get(
    'another path by a proxy',
    `GET /no/such HTTP/1.1\r\n${H}\r\nX-Original-URL: /healthz\r\nX-Rewrite-URL: /healthz`,
    'one',
  ),
];

export const WIRE: readonly WireTry[] = [...FRAMING, ...CHUNKS, ...WHOLE, ...HEADS];
