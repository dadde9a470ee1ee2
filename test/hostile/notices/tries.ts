import type { SentNotice } from '../../support/networks/notices.js';
import type { Try } from '../support/tries.js';

/** What `AppSignIn` gives its app as a secret. */
const SECRET = 'secret-of-the-test';

/** A body as a network could send it. `PAGE` and `POST` are the account's, `COMMENT` one that exists. */
const BODY =
  '{"object":"page","entry":[{"id":"PAGE","time":1,"changes":[{"field":"feed","value":{"item":"comment","verb":"add","post_id":"POST","comment_id":"COMMENT"}}]}]}';

interface NoticeTry extends Try {
  readonly body: string;
  readonly how: SentNotice;
  /** The statuses that are right. */
  readonly status: readonly number[];
}

const header = (value: string): SentNotice => ({ headers: { 'x-hub-signature-256': value } });

const unsigned = (name: string, how: SentNotice, body = BODY): NoticeTry => ({
  name,
  body,
  how,
  status: [403],
});

/** Requests that the network has not signed. */
export const UNSIGNED_NOTICES: readonly NoticeTry[] = [
  unsigned('no signature', header('')),
  unsigned('an empty signature', header('sha256=')),
  unsigned('a signature of zeros', header(`sha256=${'0'.repeat(64)}`)),
  unsigned('a short signature', header(`sha256=${'a'.repeat(63)}`)),
  unsigned('a long signature', header(`sha256=${'a'.repeat(65)}`)),
  unsigned('a signature in capitals', header(`SHA256=${'A'.repeat(64)}`)),
  unsigned('a signature with SHA-1', header(`sha1=${'a'.repeat(40)}`)),
  unsigned('a signature of 10,000 characters', header('a'.repeat(10_000))),
  unsigned('two signatures', header(`sha256=${'a'.repeat(64)}, sha256=${'b'.repeat(64)}`)),
  unsigned('the signature of another header', {
    headers: { 'x-hub-signature-256': '', 'x-hub-signature': `sha256=${'a'.repeat(64)}` },
  }),
  unsigned('the secret of another app', { secret: 'secret-of-another-app' }),
  unsigned('an empty secret', { secret: '' }),
  unsigned('the id of the app as the secret', { secret: 'client-of-the-test' }),
  unsigned('the secret with a line end', { secret: `${SECRET}\n` }),
  unsigned('a body that was changed', { changedTo: BODY.replace('"add"', '"remove"') }),
  unsigned('a body with a space more', { changedTo: `${BODY} ` }),
  unsigned('a body that was cut', { changedTo: BODY.slice(0, -1) }),
  unsigned('a body that was left out', { changedTo: '' }),
];

const signed = (name: string, body: string, status: readonly number[], how: SentNotice = {}): NoticeTry => ({
  name,
  body,
  how,
  status,
});

const change = (value: string): string =>
  `{"object":"page","entry":[{"id":"PAGE","changes":[{"field":"feed","value":${value}}]}]}`;

/** Requests that are signed, and are still no notice for an account here. */
export const ODD_NOTICES: readonly NoticeTry[] = [
  signed('another type', BODY, [415], { headers: { 'content-type': 'text/plain' } }),
  signed('a form', BODY, [415], { headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  signed('another character set', BODY, [415], {
    headers: { 'content-type': 'application/json; charset=utf-16' },
  }),
  signed('a compressed body', BODY, [415], { headers: { 'content-encoding': 'gzip' } }),
  signed('an empty body', ' ', [400]),
  signed('a body that is no JSON', '{"object":', [400]),
  signed('a member twice', BODY.replace('"object":"page"', '"object":"user","object":"page"'), [400]),
  signed('a prototype', BODY.replace('"object":"page"', '"object":"page","__proto__":{"id":"PAGE"}'), [400]),
  signed('deep nesting', `${'['.repeat(50_000)}${']'.repeat(50_000)}`, [400]),
  signed('10 MB', `{"object":"page","x":"${'a'.repeat(10 * 1024 * 1024)}"}`, [413]),
  signed('another account', BODY.replace('PAGE', '404404404404'), [200]),
  signed('an account of another network', BODY.replace('"page"', '"instagram"'), [200]),
  signed(
    'an id that climbs',
    change('{"item":"comment","verb":"add","post_id":"../me","comment_id":"COMMENT"}'),
    [200],
  ),
  signed(
    'an id with a query',
    change('{"item":"comment","verb":"add","post_id":"POST","comment_id":"me?fields=access_token"}'),
    [200],
  ),
  signed(
    'an id that is an object',
    change('{"item":"comment","verb":"add","post_id":{},"comment_id":[]}'),
    [200],
  ),
  signed('an id of 10,000 characters', BODY.replace('COMMENT', '9'.repeat(10_000)), [200]),
  signed('an unknown verb', BODY.replace('"add"', '"constructor"'), [200]),
  signed('changes that are no list', '{"object":"page","entry":[{"id":"PAGE","changes":"all"}]}', [200]),
  signed('null', 'null', [200]),
  signed('a number', '1e999', [200]),
  signed('a text', '"page"', [200]),
];
