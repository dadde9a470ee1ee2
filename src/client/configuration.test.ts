import { describe, expect, it } from 'vitest';
import { errorOf, TEST_KEY } from '../../test/support/test-client.js';
import { addressOf, parseBaseUrl } from './base-url.js';
import { PostriderClient } from './client.js';
import type { ClientOptions } from './options.js';
import { readClientEnv } from './settings.js';

/** What a host passes on that does not fill in variables. */
const unfilled = (name: string): string => `$\{${name}}`;

describe('readClientEnv', () => {
  it('reads what is set', () => {
    const env = {
      POSTRIDER_API_KEY: ` ${TEST_KEY}\n`,
      POSTRIDER_BASE_URL: 'https://p.example',
      POSTRIDER_ALLOW_HTTP: '1',
    };
    expect(readClientEnv(env)).toEqual({ apiKey: TEST_KEY, baseUrl: 'https://p.example', allowHttp: true });
  });

  it.each(['', '  ', unfilled('POSTRIDER_API_KEY'), unfilled('user_config.api_key'), undefined])(
    'takes %j for unset',
    (value) => {
      const env = { POSTRIDER_API_KEY: value, POSTRIDER_BASE_URL: value, POSTRIDER_ALLOW_HTTP: value };
      expect(readClientEnv(env)).toEqual({});
    },
  );

  it.each(['0', 'false', 'no', 'maybe'])('does not allow plain HTTP for %j', (value) => {
    expect(readClientEnv({ POSTRIDER_ALLOW_HTTP: value })).toEqual({ allowHttp: false });
  });
});

describe('the base URL', () => {
  it.each([
    ['https://example.com', 'https://example.com/v1/me'],
    ['https://example.com/', 'https://example.com/v1/me'],
    ['https://example.com:8443/postrider', 'https://example.com:8443/postrider/v1/me'],
    ['https://example.com/a/b//', 'https://example.com/a/b/v1/me'],
    ['http://[::1]:4747', 'http://[::1]:4747/v1/me'],
    ['http://127.0.0.1:4747/v1', 'http://127.0.0.1:4747/v1/me'],
    ['https://example.com/postrider/v1/', 'https://example.com/postrider/v1/me'],
  ])('%s leads to %s', (baseUrl, address) => {
    expect(addressOf(parseBaseUrl(baseUrl), '/v1/me')).toBe(address);
  });

  it.each([
    ['example.com', 'write http://example.com or https://example.com'],
    ['localhost:4747', 'write http://localhost:4747 or https://localhost:4747'],
    ['127.0.0.1:4747', 'write http://127.0.0.1:4747'],
    ['ftp://example.com', 'does not start with http:// or https://'],
    ['https://user:pass@example.com', 'user name or password'],
    ['https://example.com/?key=1', 'query or fragment'],
    ['https://', 'is not an address'],
  ])('%s is refused with a reason', async (baseUrl, reason) => {
    const client = new PostriderClient({ apiKey: TEST_KEY, baseUrl });
    expect(client.baseUrl).toBeNull();
    expect(client.configurationError?.message).toContain(reason);
    expect(await errorOf(client.me.get())).toBe(client.configurationError);
  });

  it.each([undefined, '', unfilled('POSTRIDER_BASE_URL')])('is the local backend for %j', (baseUrl) => {
    expect(new PostriderClient({ baseUrl }).baseUrl).toBe('http://127.0.0.1:4747');
  });
});

describe('options that cannot be used', () => {
  it.each<[ClientOptions, string]>([
    [{ apiKey: 'with blanks' }, 'key_unusable'],
    [{ apiKey: 'ключ' }, 'key_unusable'],
    [{ timeoutMs: 0 }, 'option_invalid'],
    [{ timeoutMs: Number.NaN }, 'option_invalid'],
    [{ maxRetries: -1 }, 'option_invalid'],
    [{ userAgent: 'a\nb' }, 'option_invalid'],
  ])('%j are said by each call', async (options, reason) => {
    expect(await errorOf(new PostriderClient(options).health.get())).toMatchObject({ reason, sent: false });
  });

  it('include a missing key, with how to get one', async () => {
    const error = await errorOf(new PostriderClient().me.get());
    expect(error).toMatchObject({ reason: 'key_missing', operation: 'me.get' });
    expect(error.message).toContain('postrider keys create');
  });
});
