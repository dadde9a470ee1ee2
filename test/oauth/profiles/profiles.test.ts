import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BackendUnderTest } from '../../support/running-backend.js';
import { Visitor } from '../../support/visitor.js';
import { addressIn, OAuthProgram } from '../support/oauth-program.js';
import { storeDocument } from '../support/stored-document.js';
import { type ClientProfile, PROFILES } from './profiles.js';

let test: BackendUnderTest;
let person: Visitor;
beforeAll(async () => {
  test = await BackendUnderTest.start();
  person = await Visitor.signedIn(test);
});
afterAll(() => test.close());
beforeEach(() => test.clock.advance(60_000));

/** The client, and its secret if it has one. */
async function identify(profile: ClientProfile): Promise<readonly [OAuthProgram, string | null]> {
  const { document, metadata, registers = 1, redirect } = profile;
  const [first = ''] = metadata['redirect_uris'] as string[];
  if (document !== undefined) {
    await storeDocument(test, document, metadata);
    return [new OAuthProgram(test, document, redirect ?? first), null];
  }
  const program = new OAuthProgram(test, '');
  const answers = [];
  for (let times = 0; times < registers; times += 1) {
    answers.push(
      await program.send('/register', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(metadata),
      }),
    );
  }
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ body }) => body['client_id'])).size).toBe(1);
  const { client_id, client_secret, redirect_uris } = answers[0]?.body ?? {};
  expect(redirect_uris).toEqual(metadata['redirect_uris']);
  const secret = typeof client_secret === 'string' ? client_secret : null;
  return [new OAuthProgram(test, String(client_id), redirect ?? first), secret];
}

describe.each(PROFILES)('$name', (profile) => {
  it('finds the server, is approved, refreshes and uses the tools', async () => {
    for (const [method, path] of profile.discovers) {
      const { status } = await fetch(`${test.backend.url}${path}`, { method });
      expect([path, status]).toEqual([path, path === '/mcp' ? 401 : 200]);
    }
    const [program, secret] = await identify(profile);
    const { html } = await person.open(program.authorizePath(profile.sends));
    expect(html).toContain(`<h1>${profile.heading}</h1>`);

    const answer = addressIn((await program.decide(person, {}, profile.sends)).html);
    expect(answer.href.startsWith(`${program.redirectUri}?`)).toBe(true);
    expect(answer.searchParams.get('iss')).toBe(test.backend.url);
    const proof: Record<string, string> = secret === null ? {} : { client_secret: secret };
    const { status, body } = await program.exchange(answer.searchParams.get('code') ?? '', {
      ...proof,
      resource: `${test.backend.url}/mcp/`,
    });
    expect([status, body['error_description']]).toEqual([200, undefined]);
    const refreshed = await program.refresh(body['refresh_token'], proof);
    expect(refreshed.status).toBe(200);
    expect((await program.mcp(refreshed.body['access_token'])).status).toBe(200);
  });
});
