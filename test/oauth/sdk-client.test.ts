import { auth, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BackendUnderTest } from '../support/running-backend.js';
import { Visitor } from '../support/visitor.js';
import { AssistantHost } from './support/assistant-host.js';
import { addressIn, LOOPBACK_REDIRECT, requestIn } from './support/oauth-program.js';
import { storeDocument } from './support/stored-document.js';

let test: BackendUnderTest;
let person: Visitor;
beforeAll(async () => {
  test = await BackendUnderTest.start();
  person = await Visitor.signedIn(test);
});
afterAll(() => test.close());

/** A host whose person approves what they are asked. */
const newHost = (document?: string) =>
  new AssistantHost(
    'SDK host',
    async (asking) => {
      const { html } = await person.open(`${asking.pathname}${asking.search}`);
      const fields = { request: requestIn(html), decision: 'approve', preset: 'draft' };
      return addressIn((await person.send('/authorize', fields)).html);
    },
    document,
  );

const mcpUrl = () => `${test.backend.url}/mcp`;

async function connected(host: AssistantHost): Promise<Client> {
  expect(await auth(host, { serverUrl: mcpUrl() })).toBe('REDIRECT');
  const authorizationCode = host.back?.searchParams.get('code') ?? '';
  const iss = host.back?.searchParams.get('iss') ?? '';
  expect(await auth(host, { serverUrl: mcpUrl(), authorizationCode, iss })).toBe('AUTHORIZED');
  const client = new Client({ name: 'sdk-host', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(mcpUrl()), { authProvider: host }));
  return client;
}

describe('a host with the SDK', () => {
  it('registers, connects and calls a tool', async () => {
    const client = await connected(newHost());
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('postrider_create_post');
    await client.close();
  });

  it('refreshes by itself when its access token has expired', async () => {
    const host = newHost();
    const client = await connected(host);
    const before = host.stored?.access_token;
    test.clock.advance(61 * 60_000);
    expect((await client.listTools()).tools.length).toBeGreaterThan(0);
    expect(host.stored?.access_token).not.toBe(before);
    await client.close();
  });

  it('is known by the address of its document, as Claude is, and registers nothing', async () => {
    const document = 'https://claude.ai/oauth/sdk-client-metadata';
    await storeDocument(test, document, { client_name: 'Claude', redirect_uris: [LOOPBACK_REDIRECT] });
    const host = newHost(document);
    const client = await connected(host);
    expect(host.authorize?.searchParams.get('client_id')).toBe(document);
    expect(host.registered).toMatchObject({ client_id: document });
    await client.close();
  });

  it('notices that an answer comes from another server', async () => {
    const host = newHost();
    await auth(host, { serverUrl: mcpUrl() });
    const authorizationCode = host.back?.searchParams.get('code') ?? '';
    const mixed = auth(host, { serverUrl: mcpUrl(), authorizationCode, iss: 'https://else.example' });
    await expect(mixed).rejects.toThrow(/issuer/i);
    expect(host.stored).toBeUndefined();
  });
});
