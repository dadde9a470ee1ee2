import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Receiver } from '../../../../test/support/http/receiver.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import { Visitor } from '../../../../test/support/visitor.js';
import { EVENT_KINDS } from '../../../contract/events/events.js';
import type { Webhook, WebhookPage } from '../../../contract/webhooks/webhooks.js';
import { readFetchPolicy } from '../../fetching/fetch-policy.js';

let test: BackendUnderTest;
let receiver: Receiver;
let person: Visitor;
beforeAll(async () => {
  receiver = await Receiver.start();
  test = await BackendUnderTest.start({ fetching: readFetchPolicy([receiver.origin], null) });
  person = await Visitor.signedIn(test);
});
afterAll(async () => {
  await test.close();
  await receiver.close();
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answers = 204;
});

const SECRET = /whsec_[\w+/=-]+/;
const stored = async (id: string) => (await test.get<Webhook>(`/v1/webhooks/${id}`)).body;

async function add(fields: Readonly<Record<string, string | readonly string[]>> = {}) {
  const { status, html, headers } = await person.send('/settings/webhooks', {
    url: `${receiver.origin}/hook`,
    ...fields,
  });
  const id = /href="\/settings\/webhooks\/(wh_\w+)"/.exec(html)?.[1] ?? '';
  return { status, html, headers, id, secret: SECRET.exec(html)?.[0] ?? '' };
}

describe('webhooks in the settings', () => {
  it('explain themselves while there are none, and each event in the form', async () => {
    expect((await person.open('/settings/webhooks')).html).toContain('No webhooks yet');
    const { html } = await person.open('/settings/webhooks/new');
    for (const { summary } of Object.values(EVENT_KINDS)) {
      expect(html).toContain(summary.replaceAll("'", '&#39;'));
    }
    expect(html).toContain('but not post.metrics.');
  });

  it('show their secret once', async () => {
    const { status, id, secret, headers } = await add({ label: 'The shop' });
    expect(status).toBe(200);
    expect(secret).toMatch(SECRET);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(await stored(id)).toMatchObject({ label: 'The shop', events: null, active: true });
    for (const path of ['/settings/webhooks', `/settings/webhooks/${id}`]) {
      const { html } = await person.open(path);
      expect(html).toContain('The shop');
      expect(html).not.toContain(secret);
    }
  });

  it('receive the selected events, and can be edited', async () => {
    const { id } = await add({ which: 'some', event: ['post.published', 'post.failed'] });
    expect((await stored(id)).events).toEqual(['post.published', 'post.failed']);
    const { html } = await person.open(`/settings/webhooks/${id}/edit`);
    expect(html).toMatch(/value="post.published" checked/);
    await person.send(`/settings/webhooks/${id}/edit`, {
      url: `${receiver.origin}/other`,
      which: 'all',
      event: 'post.published',
    });
    expect(await stored(id)).toMatchObject({ url: `${receiver.origin}/other`, events: null });
  });

  it('explain in the form why a URL is not accepted', async () => {
    const { status, html } = await add({ url: 'http://169.254.169.254/latest', label: 'Kept' });
    expect(status).toBe(422);
    expect(html).toContain('value="http://169.254.169.254/latest"');
    expect(html).toContain('value="Kept"');
    expect(html).toContain('class="notice bad"');
    const none = await add({ which: 'some' });
    expect(none.status).toBe(422);
  });

  it('are tested, and show the response', async () => {
    const { id } = await add();
    receiver.answers = (response) => response.writeHead(500).end('<script>alert(1)</script> out of beans');
    const { headers } = await person.send(`/settings/webhooks/${id}/test`);
    expect(headers.get('location')).toMatch(new RegExp(`^/settings/webhooks/${id}#dlv_`));
    const { html } = await person.open(`/settings/webhooks/${id}`);
    expect(html).toContain('webhook.test');
    expect(html).toContain('Response: 500');
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; out of beans');
    expect(html).not.toContain('<script>alert');
  });

  it('resend an event under the same id, but not a test', async () => {
    const { id } = await add();
    await person.send(`/settings/webhooks/${id}/test`);
    const page = async () => (await person.open(`/settings/webhooks/${id}`)).html;
    expect(await page()).not.toContain('Send again');
    receiver.received.length = 0;
    const key = await test.newKey('sandbox');
    await test.post('/v1/test/trigger', { type: 'comment.received' }, { key });
    await expect.poll(page).toContain('Send again');
    const resend = /action="([^"]+\/resend)"/.exec(await page())?.[1] ?? '';
    const { status, headers } = await person.send(resend);
    expect([status, headers.get('location')]).toEqual([303, resend.replace(/\/resend$/, '')]);
    await expect
      .poll(() => receiver.received.filter(({ event }) => event.type === 'comment.received').length)
      .toBeGreaterThan(1);
    const ids = receiver.received.filter(({ path }) => path === '/hook').map(({ event }) => event.id);
    expect(new Set(ids).size).toBe(1);
  });

  it('show each delivery on a page: what was sent, and each attempt', async () => {
    const { id, secret } = await add({ label: 'The shop' });
    receiver.answers = (response) => response.writeHead(500).end('<b>out of beans</b>');
    await person.send(`/settings/webhooks/${id}/test`);
    const { html: list } = await person.open(`/settings/webhooks/${id}`);
    const path = /href="(\/settings\/webhooks\/wh_\w+\/deliveries\/dlv_\w+)"/.exec(list)?.[1] ?? '';
    const { status, html } = await person.open(path);
    expect(status).toBe(200);
    const sent = receiver.received.find(({ event }) => event.type === 'webhook.test');
    expect(html).toContain(`POST ${receiver.origin}/hook`);
    expect(html).toContain(`webhook-id: ${sent?.event.id}`);
    expect(html).toContain('webhook-signature: v1,[redacted]');
    expect(html).toContain('&quot;type&quot;: &quot;webhook.test&quot;');
    expect(html).toContain('Attempt 1');
    expect(html).toContain('Status 500');
    expect(html).toContain('&lt;b&gt;out of beans&lt;/b&gt;');
    // A test is not sent again.
    expect(html).not.toContain('Send again');
    for (const hidden of [secret, String(sent?.headers['webhook-signature'])]) {
      expect(html).not.toContain(hidden);
    }
    expect((await person.open(`${path}x`)).status).toBe(404);
  });

  it('say that an attempt is being sent while the receiver has not answered', async () => {
    const { id } = await add();
    receiver.answers = 500;
    const key = await test.newKey('sandbox');
    await test.post('/v1/test/trigger', { type: 'comment.received' }, { key });
    const list = async () => (await person.open(`/settings/webhooks/${id}`)).html;
    await expect.poll(list).toContain('Response: 500');
    const path = /href="(\/settings\/webhooks\/wh_\w+\/deliveries\/dlv_\w+)"/.exec(await list())?.[1] ?? '';
    const held: (() => void)[] = [];
    receiver.answers = (response) => held.push(() => response.writeHead(204).end());
    await person.send(`${path}/resend`);
    await expect.poll(() => held.length).toBe(1);
    const { html } = await person.open(path);
    expect(html).toContain('<strong>Attempt 2</strong> <span class="small soft">is being sent.');
    expect(html).not.toContain('not listed');
    held[0]?.();
    await expect.poll(async () => (await person.open(path)).html).not.toContain('is being sent');
  });

  it('are paused', async () => {
    const { id } = await add();
    await person.send(`/settings/webhooks/${id}/pause`);
    expect(await stored(id)).toMatchObject({ active: false, disabled: { because: 'paused' } });
    expect((await person.open(`/settings/webhooks/${id}`)).html).toContain('Paused</strong> since');
    await person.send(`/settings/webhooks/${id}/resume`);
    expect((await stored(id)).active).toBe(true);
  });

  it('show why one was disabled', async () => {
    const { id } = await add({ label: 'Gone' });
    receiver.answers = 410;
    await person.send(`/settings/webhooks/${id}/test`);
    const key = await test.newKey('sandbox');
    await test.post('/v1/test/trigger', { type: 'comment.received' }, { key });
    await expect.poll(async () => (await stored(id)).disabled?.because).toBe('gone');
    const { reason } = (await stored(id)).disabled ?? { reason: '-' };
    for (const path of ['/', '/settings/webhooks', `/settings/webhooks/${id}`]) {
      const { html } = await person.open(path);
      expect(html).toContain('Disabled');
      expect(html).toContain(reason);
    }
  });

  it('get a new secret, while the previous one stays valid', async () => {
    const { id, secret } = await add();
    const { html } = await person.send(`/settings/webhooks/${id}/rotate`);
    expect(SECRET.exec(html)?.[0]).not.toBe(secret);
    expect((await person.open(`/settings/webhooks/${id}`)).html).toContain('Previous secret');
  });

  it('are deleted', async () => {
    const { id } = await add({ label: 'To go' });
    expect((await person.send(`/settings/webhooks/${id}/delete`)).status).toBe(303);
    expect((await person.open(`/settings/webhooks/${id}`)).status).toBe(404);
    const { data } = (await test.get<WebhookPage>('/v1/webhooks?limit=100')).body;
    expect(data.map((webhook) => webhook.id)).not.toContain(id);
  });

  it('require the session’s CSRF token', async () => {
    const { id } = await add();
    expect((await person.send(`/settings/webhooks/${id}/delete`, { csrf: 'x' })).status).toBe(403);
    expect((await stored(id)).active).toBe(true);
  });
});
