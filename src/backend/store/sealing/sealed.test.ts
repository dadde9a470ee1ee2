import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createLog } from '../../base/log.js';
import { SealBroken, type Sealed, seal, unseal } from './sealed.js';
import { SecretKey } from './secret-key.js';
import { Vault } from './vault.js';

const key = SecretKey.random();
const account = { id: 'acc_1', platform: 'bluesky' } as const;

const reasonOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof SealBroken) return error.reason;
    throw error;
  }
  return 'opened';
};

describe('a sealed secret', () => {
  it('opens with its key, and is different each time', () => {
    const texts = [1, 2].map(() => seal(key, 'webhook:wh_1', 'whsec_Zürich'));
    expect(new Set(texts).size).toBe(2);
    for (const text of texts) {
      expect(text).toMatch(new RegExp(`^v1\\.${key.id}\\.[A-Za-z0-9_-]+$`));
      expect(unseal(key, 'webhook:wh_1', text)).toBe('whsec_Zürich');
    }
  });

  it('does not open with another key, for another row, or cut', () => {
    const text = seal(key, 'webhook:wh_1', 'secret');
    expect(reasonOf(() => unseal(SecretKey.random(), 'webhook:wh_1', text))).toBe('other_key');
    expect(reasonOf(() => unseal(key, 'webhook:wh_2', text))).toBe('changed');
    expect(reasonOf(() => unseal(key, 'webhook:wh_1', `v1.${key.id}.AAAA` as Sealed))).toBe('changed');
  });

  it('does not open if any of its bytes is changed', () => {
    const text = seal(key, 'webhook:wh_1', 'secret');
    const [version, id, body = ''] = text.split('.');
    const bytes = Buffer.from(body, 'base64url');
    for (const index of bytes.keys()) {
      const flipped = Buffer.from(bytes);
      flipped[index] = (flipped[index] ?? 0) ^ 1;
      const changed = `${version}.${id}.${flipped.toString('base64url')}` as Sealed;
      expect([index, reasonOf(() => unseal(key, 'webhook:wh_1', changed))]).toEqual([index, 'changed']);
    }
  });

  it('of an account opens for no other account and no other network, also after it was opened', () => {
    const vault = new Vault(key);
    const credentials_json = vault.sealAccount(account, { accessToken: 'secret' });
    expect(vault.openAccount({ ...account, credentials_json })).toEqual({ accessToken: 'secret' });
    for (const other of [
      { ...account, id: 'acc_2' },
      { ...account, platform: 'mastodon' as const },
    ]) {
      expect(reasonOf(() => vault.openAccount({ ...other, credentials_json }))).toBe('changed');
    }
  });
});

describe('a secret key', () => {
  it('is read as base64, base64url or hexadecimal', () => {
    const bytes = randomBytes(32);
    const forms = [bytes.toString('base64'), bytes.toString('base64url'), `${bytes.toString('hex')}\n`];
    expect(new Set(forms.map((text) => SecretKey.parse(text, 'it').id)).size).toBe(1);
  });

  it.each([
    ['nothing', '', 'is empty'],
    ['a password', 'correct horse battery staple', 'has 28 characters'],
    ['16 bytes', 'AAAAAAAAAAAAAAAAAAAAAA==', 'has 24 characters'],
    ['31 bytes in hexadecimal', '0'.repeat(62), 'has 62 characters'],
  ])('is refused if it is %s, with how to make one and without the text', (_, text, found) => {
    const parse = () => SecretKey.parse(text, 'POSTRIDER_SECRET_KEY');
    expect(parse).toThrow(found);
    expect(parse).toThrow('openssl rand -base64 32');
    if (text !== '') expect(parse).not.toThrow(text);
  });

  it('shows none of its bytes', () => {
    const text = SecretKey.random().exportText().trim();
    const own = SecretKey.parse(text, 'it');
    expect(`${inspect(own, { depth: 9, showHidden: true })}${JSON.stringify(own)}`).not.toContain(text);
  });
});

/** Tokens in the forms of real ones. */
const TOKENS = {
  accessToken: 'eyJhbGciOiJFUzI1NksifQ.eyJzY29wZSI6ImNvbS5hdHByb3RvLmFjY2VzcyJ9.c2lnbmF0dXJlLW9mLWEtand0',
  refreshToken: 'xoxb-263594206564-2343594206574-FGqddMF8t08v8N7Oq4i57vs1',
  clientSecret: 'ZA-Yj3aBD8U8Cm7lKUp-lm9O9BmDgdhHzDeqsY8tlL0',
  password: 'k7qm-3xvb-p2nd-w4tz',
  dpopKey:
    '{"kty":"EC","crv":"P-256","x":"f83OJ3D2","y":"x_FEzRu9","d":"jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI"}',
} as const;
const SECRET_PARTS = [...Object.values(TOKENS), 'jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI'];

describe('opened credentials', () => {
  const vault = new Vault(key);
  const opened = vault.openAccount({ ...account, credentials_json: vault.sealAccount(account, TOKENS) });

  it('are readable, and can be sealed again', () => {
    expect(opened['accessToken']).toBe(TOKENS.accessToken);
    const again = vault.sealAccount(account, opened);
    expect(vault.openAccount({ ...account, credentials_json: again })).toEqual(TOKENS);
  });

  it('are not shown by inspect, JSON, templates, logs or errors', () => {
    const lines: string[] = [];
    const log = createLog({ level: 'debug', destination: { write: (line) => void lines.push(line) } });
    const fault = Object.assign(new Error('it failed'), { connection: { account: { opened } } });
    log.warn({ opened, deep: { a: { b: { opened } } }, err: fault, vault }, 'a line');
    const shown = [
      inspect(opened, { showHidden: true }),
      inspect({ a: { b: opened } }, { depth: 9 }),
      inspect(fault, { depth: 9 }),
      inspect(vault, { depth: 9, showHidden: true }),
      JSON.stringify([opened, vault]),
      `${opened}`,
      ...lines,
    ].join('\n');
    expect(SECRET_PARTS.filter((secret) => shown.includes(secret))).toEqual([]);
    expect(shown).toContain('accessToken');
  });
});

it('a locked vault seals nothing, and opens nothing that is sealed', () => {
  expect(() => new Vault().sealWebhookSecret('wh_1', 'whsec_x')).toThrow('locked');
  const text = new Vault(key).sealWebhookSecret('wh_1', 'whsec_x');
  expect(() => new Vault().openWebhookSecret('wh_1', text)).toThrow('locked');
});
