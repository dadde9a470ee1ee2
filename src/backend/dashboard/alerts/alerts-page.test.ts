import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Receiver } from '../../../../test/support/http/receiver.js';
import { SmtpServer } from '../../../../test/support/mail/smtp-server.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import { Visitor } from '../../../../test/support/visitor.js';
import { readFetchPolicy } from '../../fetching/fetch-policy.js';

const MINUTE = 60_000;

let smtp: SmtpServer;
let chat: Receiver;
let test: BackendUnderTest;
let visitor: Visitor;

beforeAll(async () => {
  smtp = await SmtpServer.start();
  chat = await Receiver.start();
  test = await BackendUnderTest.start({
    mail: { smtpUrl: smtp.url, from: 'Postrider <postrider@example.org>' },
    fetching: readFetchPolicy([chat.origin], null),
  });
  test.key = await test.newKey('sandbox');
  visitor = await Visitor.signedIn(test);
});
afterAll(async () => {
  await test.close();
  await smtp.close();
  await chat.close();
});
beforeEach(async () => {
  const { db } = test.backend.services.store;
  await test.backend.services.store.write((trx) => trx.deleteFrom('alert_channels').execute());
  expect(await db.selectFrom('alert_channels').selectAll().execute()).toEqual([]);
  smtp.mails.length = 0;
  smtp.answersRecipient = '250 OK';
  smtp.losesAnswers = false;
  chat.received.length = 0;
  chat.answers = 200;
});

const TOPICS = ['posts', 'accounts', 'webhooks'];
const add = (fields: Record<string, string | string[]>) =>
  visitor.send('/settings/alerts', { topic: TOPICS, ...fields });
const addMail = (more: Record<string, string | string[]> = {}) =>
  add({ kind: 'email', address: 'team@example.org', ...more });
const trigger = (type: string, data?: object) => test.post('/v1/test/trigger', { type, data });
/** Lets time pass, and sends what is due. */
async function pass(milliseconds: number): Promise<void> {
  test.clock.advance(milliseconds);
  await test.backend.runDue();
}
async function fail(count = 1): Promise<void> {
  for (let n = 0; n < count; n += 1) await trigger('post.failed', { postId: `post_${n}` });
  await test.backend.runDue();
}
const channel = () =>
  test.backend.services.store.db.selectFrom('alert_channels').selectAll().executeTakeFirstOrThrow();

describe('an alert', () => {
  it('comes as one mail for failures that happen together, and not for what happened before', async () => {
    await fail();
    expect((await addMail()).status).toBe(303);
    await fail(3);
    await trigger('account.health_changed', { from: 'healthy', to: 'reconnect_required' });
    await trigger('account.health_changed', { from: 'reconnect_required', to: 'healthy' });
    await trigger('post.published');
    await test.backend.runDue();
    expect(smtp.mails).toEqual([]);
    await pass(31_000);
    expect(smtp.mails).toHaveLength(1);
    const [mail] = smtp.mails;
    expect(mail).toMatchObject({
      to: ['team@example.org'],
      headers: {
        subject: expect.stringContaining('3 things need you'),
        from: 'Postrider <postrider@example.org>',
        'auto-submitted': 'auto-generated',
      },
    });
    expect(mail?.text).toContain('A post could not be published');
    expect(mail?.text).toContain(`${test.backend.url}/posts/post_2`);
    // It was over before anybody was told.
    expect(mail?.text).not.toContain('reconnect');
  });

  it('says that an account has to be reconnected, and later that it works again', async () => {
    await addMail();
    await trigger('account.health_changed', { from: 'healthy', to: 'expiring' });
    await test.backend.runDue();
    await pass(31_000);
    expect(smtp.mails[0]?.headers['subject']).toContain('loses its access soon');
    await trigger('account.health_changed', { from: 'expiring', to: 'healthy' });
    await test.backend.runDue();
    await pass(10 * MINUTE);
    expect(smtp.mails[1]?.headers['subject']).toContain('works again');
    await trigger('account.health_changed', { from: 'reconnect_required', to: 'healthy' });
    await test.backend.runDue();
    await pass(20 * MINUTE);
    expect(smtp.mails).toHaveLength(2);
  });

  it('comes at most every ten minutes, with what has gathered', async () => {
    await addMail();
    await fail();
    await pass(31_000);
    await fail(25);
    await pass(5 * MINUTE);
    expect(smtp.mails).toHaveLength(1);
    await pass(5 * MINUTE);
    expect(smtp.mails).toHaveLength(2);
    expect(smtp.mails[1]?.headers['subject']).toContain('25 things need you');
    expect(smtp.mails[1]?.text).toContain('And 15 more.');
    await pass(60 * MINUTE);
    expect(smtp.mails).toHaveLength(2);
  });

  it('has the first words of a post only by choice', async () => {
    const draft = {
      text: 'Secret launch\r\nBcc: everybody@example.org',
      platform: 'bluesky',
      scheduleMode: 'draft',
    };
    const { id } = (await test.post('/v1/posts', draft)).body;
    await addMail();
    await addMail({ address: 'boss@example.org', text: '1' });
    await trigger('post.failed', { postId: id });
    await test.backend.runDue();
    await pass(31_000);
    const quotes = smtp.mails.map(({ to, text }) => [to[0], /Secret launch/.test(text)]);
    expect(quotes.sort()).toEqual([
      ['boss@example.org', true],
      ['team@example.org', false],
    ]);
    for (const { to, headers } of smtp.mails) {
      expect(to).toHaveLength(1);
      expect(headers).not.toHaveProperty('bcc');
    }
  });

  it('quotes a post as it was when it failed, in a repetition too, and nothing of a deleted one', async () => {
    const draft = { platform: 'bluesky', scheduleMode: 'draft' };
    const [kept = '', gone = ''] = await Promise.all(
      ['As it was', 'Gone since'].map(async (text) => {
        const { body } = await test.post('/v1/posts', { ...draft, text });
        return String(body['id']);
      }),
    );
    await addMail({ text: '1' });
    await trigger('post.failed', { postId: kept });
    await trigger('post.failed', { postId: gone });
    await test.backend.runDue();
    await test.request('PATCH', `/v1/posts/${kept}`, { body: { text: 'Changed since' } });
    smtp.losesAnswers = true;
    await pass(31_000);
    smtp.losesAnswers = false;
    await test.request('DELETE', `/v1/posts/${gone}`);
    await pass(31_000);
    const texts = ['As it was', 'Gone since', 'Changed since'];
    const quotes = smtp.mails.map(({ text }) => texts.filter((one) => text.includes(one)));
    expect(quotes).toEqual([['As it was', 'Gone since'], ['As it was']]);
  });

  it('is about what was chosen', async () => {
    await addMail({ topic: ['webhooks'] });
    await fail();
    await trigger('webhook.disabled');
    await test.backend.runDue();
    await pass(31_000);
    expect(smtp.mails).toHaveLength(1);
    expect(smtp.mails[0]?.headers['subject']).toContain('A webhook was disabled');
  });

  it('goes to chats too', async () => {
    await add({ kind: 'slack', address: `${chat.origin}/services/secret` });
    await add({ kind: 'discord', address: `${chat.origin}/api/webhooks/secret` });
    await fail();
    await pass(31_000);
    expect(chat.received.map(({ path }) => path).sort()).toEqual([
      '/api/webhooks/secret',
      '/services/secret',
    ]);
    for (const { body } of chat.received) expect(body).toContain('A post could not be published');
  });

  it('is repeated with the same id if its answer is lost, until it arrives', async () => {
    await addMail();
    smtp.losesAnswers = true;
    await fail();
    await pass(31_000);
    expect((await channel()).error).not.toBeNull();
    smtp.losesAnswers = false;
    await fail();
    await pass(31_000);
    const ids = smtp.mails.map(({ headers }) => headers['message-id']);
    expect(ids).toEqual([ids[0], ids[0]]);
    expect(await channel()).toMatchObject({ error: null, failing_since: null, sending_json: null });
    // What happened meanwhile comes with the next one, which is another mail.
    await pass(10 * MINUTE);
    expect(smtp.mails).toHaveLength(3);
    expect(smtp.mails[2]?.headers['message-id']).not.toBe(ids[0]);
  });

  it('that was sent by a process that died before it recorded that is repeated with the same id', async () => {
    await addMail();
    await fail();
    await pass(31_000);
    const { id, sent_number: number } = await channel();
    const sending = JSON.stringify({
      facts: [{ type: 'post.failed', objectId: 'post_0', detail: 'X' }],
      more: 0,
    });
    // As a process leaves it that has sent and then died.
    await test.backend.services.store.write((trx) =>
      trx
        .updateTable('alert_channels')
        .set({
          sending_json: sending,
          lease_until: test.clock.now() + MINUTE,
          wake_at: test.clock.now() + MINUTE,
        })
        .where('id', '=', id)
        .execute(),
    );
    await pass(2 * MINUTE);
    expect(smtp.mails.map(({ headers }) => headers['message-id'])).toEqual(
      Array(2).fill(`<${id}.${number}@postrider.invalid>`),
    );
  });

  it('is given up after six attempts, and the next one is tried', async () => {
    await addMail();
    smtp.answersRecipient = '550 No such user';
    await fail();
    await pass(31_000);
    for (const pause of [31_000, 2, 10, 60, 360]) await pass(pause < 1_000 ? pause * MINUTE : pause);
    expect(await channel()).toMatchObject({
      sending_json: null,
      due_at: null,
      error: expect.stringContaining('550'),
    });
    expect((await visitor.open('/')).html).toContain('Alerts do not arrive');
    smtp.answersRecipient = '250 OK';
    await fail();
    await pass(31_000);
    expect(smtp.mails).toHaveLength(1);
    expect((await visitor.open('/')).html).not.toContain('Alerts do not arrive');
  });
});

describe('the page Alerts', () => {
  it('sends a test, and says whether it was sent', async () => {
    await addMail();
    const { id } = await channel();
    expect((await visitor.send(`/settings/alerts/${id}/test`)).html).toContain('The test was sent.');
    expect(smtp.mails[0]?.headers['subject']).toContain('Test alert');
    smtp.answersRecipient = '550 <b>No such user</b>';
    const { html } = await visitor.send(`/settings/alerts/${id}/test`);
    expect(html).toContain('The test could not be sent');
    expect(html).not.toContain('<b>No such user');
  });

  it('shows no secret of an address', async () => {
    await add({ kind: 'slack', address: `${chat.origin}/services/secret-path` });
    const { sealed } = await channel();
    expect(sealed).not.toContain('secret-path');
    chat.answers = (response) => response.destroy();
    const { id } = await channel();
    const { html } = await visitor.send(`/settings/alerts/${id}/test`);
    expect(html).toContain('could not be sent');
    expect(html).not.toContain('secret-path');
    expect((await visitor.open('/activity')).html).not.toContain('secret-path');
  });

  it.each([
    ['a private address', { kind: 'slack', address: 'https://10.0.0.1/x' }],
    ['plain http', { kind: 'discord', address: 'http://discord.example/x' }],
    ['no topic', { kind: 'email', address: 'a@b.example', topic: [] }],
    ['a list of addresses', { kind: 'email', address: 'a@b.example, c@d.example' }],
  ])('refuses %s, and keeps what was entered', async (_what, fields) => {
    const { status, html } = await add(fields);
    expect(status).toBe(422);
    expect(html).toContain(`value="${fields.address}"`);
  });

  it('removes an address, after which nothing is sent there', async () => {
    await addMail();
    const { id } = await channel();
    await fail();
    expect((await visitor.send(`/settings/alerts/${id}/delete`)).status).toBe(303);
    await pass(60 * MINUTE);
    expect(smtp.mails).toEqual([]);
    expect((await visitor.send(`/settings/alerts/${id}/delete`)).status).toBe(404);
  });
});
