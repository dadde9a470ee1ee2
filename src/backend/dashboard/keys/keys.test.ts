import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import { Visitor } from '../../../../test/support/visitor.js';

let test: BackendUnderTest;
let person: Visitor;
beforeAll(async () => {
  test = await BackendUnderTest.start();
  person = await Visitor.signedIn(test);
});
afterAll(() => test.close());

const KEY = /postrider_api_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}/;

async function make(fields: Readonly<Record<string, string | readonly string[]>>) {
  const { status, html } = await person.send('/settings/keys', { lifetime: '90', ...fields });
  return { status, html, text: KEY.exec(html)?.[0] ?? '' };
}

const scopesOf = async (key: string) => {
  const { body } = await test.request<{ key: { scopes: string[]; expiresAt: string | null } }>(
    'GET',
    '/v1/me',
    { key },
  );
  return body.key;
};

describe('API keys in the settings', () => {
  it('are shown once with settings to paste, and work immediately', async () => {
    const { status, html, text } = await make({ label: 'Claude Desktop', preset: 'draft' });
    expect(status).toBe(200);
    expect(html).toContain('It is not shown again');
    const me = await scopesOf(text);
    expect(me.scopes).not.toContain('posts:publish');
    expect(me.expiresAt).not.toBeNull();
    const list = await person.open('/settings/keys');
    expect(list.html).toContain('Claude Desktop');
    expect(list.html).not.toContain(text);
  });

  it('have the selected permissions', async () => {
    const { text } = await make({
      label: 'Reader',
      preset: 'own',
      scope: ['posts:read', 'accounts:read'],
      lifetime: 'never',
    });
    expect(await scopesOf(text)).toMatchObject({ scopes: ['posts:read', 'accounts:read'], expiresAt: null });
  });

  it.each([
    ['no label', { label: ' ', preset: 'draft' }, 'label'],
    ['no permission', { label: 'Nothing', preset: 'own' }, 'at least one permission'],
  ])('with %s are rejected, and the form keeps its input', async (_, fields, words) => {
    const { status, html, text } = await make(fields);
    expect([status, text]).toEqual([422, '']);
    expect(html).toContain(words);
    expect(html).toContain(`value="${fields.label.trim()}"`);
  });

  it('are revoked immediately', async () => {
    const { text } = await make({ label: 'Old laptop', preset: 'full' });
    const { body } = await test.request<{ key: { id: string } }>('GET', '/v1/me', { key: text });
    await person.send(`/settings/keys/${body.key.id}/revoke`);
    expect((await test.request('GET', '/v1/me', { key: text })).status).toBe(401);
    expect((await person.open('/settings/keys')).html).toContain('Revoked');
  });

  it('are not needed to use the dashboard', async () => {
    const rows = await test.backend.services.store.db
      .selectFrom('api_keys')
      .selectAll()
      .where('kind', '=', 'person')
      .execute();
    expect(rows).toHaveLength(1);
    const id = rows[0]?.id ?? '';
    expect((await person.open('/settings/keys')).html).not.toContain(id);
    expect((await person.send(`/settings/keys/${id}/revoke`)).status).toBe(404);
  });

  it('have escaped names', async () => {
    const label = '<img src=x onerror=alert(1)>"\'';
    await make({ label, preset: 'read' });
    const { html, headers } = await person.open('/settings/keys');
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(headers.get('content-security-policy')).toContain("script-src 'self'");
  });
});
