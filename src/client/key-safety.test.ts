import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { answer, problem, scriptedServer } from '../../test/support/http/scripted-server.js';
import { errorOf, TEST_KEY, testClient } from '../../test/support/test-client.js';
import { exampleMe } from '../contract/examples.js';
import { PostriderClient } from './client.js';
import { AuthenticationError } from './errors/api-errors.js';
import { ConfigurationError, ConnectionError, UnexpectedAnswerError } from './errors/errors.js';
import { redact } from './redact.js';
import { type Transport, TransportError } from './transport/transport.js';

describe('a redirect', () => {
  it('is not followed: no request and no key reaches another origin', async () => {
    const other = await scriptedServer(answer({ id: 'x' }));
    const server = await scriptedServer((response) => {
      response.writeHead(307, { location: `${other.url}/v1/posts?token=secret` }).end();
    });
    const error = await errorOf(testClient(server.url).client.posts.create({ text: 'Hi' }));
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect(error).toMatchObject({ status: 307 });
    expect(error.message).toContain(`${other.url}/v1/posts.`);
    expect(error.message).not.toContain('secret');
    expect(server.received).toHaveLength(1);
    expect(other.received).toHaveLength(0);
  });
});

describe('the key over plain HTTP', () => {
  const asked: string[] = [];
  const transport: Transport = {
    async send({ url }) {
      asked.push(url);
      return {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(exampleMe),
      };
    },
  };

  it.each([
    'http://example.com',
    'http://192.168.1.4:4747',
    'http://127.0.0.1.example.com',
    'http://localhost.example',
  ])('is refused for %s', async (baseUrl) => {
    asked.length = 0;
    const error = await errorOf(new PostriderClient({ apiKey: TEST_KEY, baseUrl, transport }).me.get());
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toMatchObject({ reason: 'plain_http_refused', sent: false });
    expect(asked).toEqual([]);
  });

  it.each([
    'http://127.0.0.1:4747',
    'http://127.8.9.10',
    'http://[::1]:4747',
    'http://localhost',
    'http://LOCALHOST:80',
    'http://backend.localhost',
    'https://example.com',
  ])('is no matter for %s', async (baseUrl) => {
    await new PostriderClient({ apiKey: TEST_KEY, baseUrl, transport }).me.get();
    expect(asked.at(-1)).toMatch(/\/v1\/me$/);
  });

  it('is sent where that is allowed', async () => {
    await new PostriderClient({
      apiKey: TEST_KEY,
      baseUrl: 'http://backend:4747',
      allowHttp: true,
      transport,
    }).me.get();
    expect(asked.at(-1)).toBe('http://backend:4747/v1/me');
  });
});

describe('the key in what is shown', () => {
  it('is not in the printed or serialized client', () => {
    const { client } = testClient('http://127.0.0.1:4747/');
    expect(inspect(client, { showHidden: true, depth: 9 })).toBe(
      'PostriderClient { baseUrl: "http://127.0.0.1:4747" }',
    );
    expect(JSON.stringify(client)).toBe('{"baseUrl":"http://127.0.0.1:4747"}');
  });

  it('is redacted in errors that repeat it', async () => {
    const server = await scriptedServer(
      problem('key_invalid', { detail: `The key ${TEST_KEY} is not known.` }),
    );
    const error = await errorOf(testClient(server.url).client.me.get());
    expect(error).toBeInstanceOf(AuthenticationError);
    expect(error.message).toContain('postrider_api_[redacted]');
    expect(inspect(error, { depth: 9 }) + JSON.stringify(error)).not.toContain(TEST_KEY);
  });

  it.each([TEST_KEY, 'a-key-of-another-shape'])(
    'is taken out of a transport’s failure: %s',
    async (apiKey) => {
      const transport: Transport = {
        async send({ headers }) {
          const message = `bad header ${headers['authorization']}`;
          throw new TransportError(message, { sent: false, code: null, cause: new Error(message) });
        },
      };
      const error = await errorOf(testClient('http://127.0.0.1:1', { apiKey, transport }).client.me.get());
      expect(error).toBeInstanceOf(ConnectionError);
      expect(error.message).toContain('[redacted]');
      expect(inspect(error, { depth: 9 }) + JSON.stringify(error)).not.toContain(apiKey);
    },
  );

  it('is redacted in a base URL that contains it', async () => {
    const error = await errorOf(new PostriderClient({ baseUrl: TEST_KEY }).me.get());
    expect(error).toMatchObject({ reason: 'base_url_invalid' });
    expect(inspect(error)).not.toContain(TEST_KEY);
  });

  it('is reduced to its public prefix anywhere in a text', () => {
    expect(redact(`"${TEST_KEY}", ${TEST_KEY}.`)).toBe(
      '"postrider_api_[redacted]", postrider_api_[redacted].',
    );
    expect(redact(redact(TEST_KEY))).toBe(redact(TEST_KEY));
    expect(redact('POSTRIDER_API_KEY and postrider_api_key')).toBe('POSTRIDER_API_KEY and postrider_api_key');
  });
});
