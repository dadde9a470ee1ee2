import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type InFlight, KilledInbox, type Notification } from './support/killed-inbox.js';

/** How long it may take to resolve everything after the killed process's claims have expired, in milliseconds. */
const SETTLED_WITHIN = 60_000;

/** Runs a test on a separate process and data folder. */
const killed = (work: (inbox: KilledInbox) => Promise<void>) => async (): Promise<void> => {
  const inbox = new KilledInbox();
  try {
    await inbox.start();
    await work(inbox);
  } finally {
    await inbox.end();
  }
};

/** Repeats the requests with the same keys, as a client does after no response. */
const repeated = (inbox: KilledInbox, all: readonly InFlight[]): Promise<Notification[]> =>
  Promise.all(all.map((one) => inbox.send(one)));
const allNotifications = (inbox: KilledInbox, all: readonly InFlight[], ids: readonly string[]) =>
  Promise.all(all.map((one, place) => inbox.notification(one, ids[place] ?? '')));
const textsOf = (all: readonly InFlight[]) => all.map(({ text }) => text);

/** Waits for the claims to expire, then moves the clock until no work is left. */
async function settle(
  inbox: KilledInbox,
  all: readonly InFlight[],
  ids: readonly string[],
  seconds: number,
): Promise<Notification[]> {
  await inbox.claimsOver();
  const giveUpAt = performance.now() + SETTLED_WITHIN;
  for (;;) {
    const notifications = await allNotifications(inbox, all, ids);
    if (notifications.every(({ status }) => status !== 'sending') || performance.now() > giveUpAt)
      return notifications;
    await inbox.advance(seconds);
    await pause(250);
  }
}

describe.concurrent('a backend killed with SIGKILL while it sends', () => {
  it(
    'sends unaccepted messages to slow networks and those of a burst in flight exactly once',
    killed(async (inbox) => {
      const slow: InFlight[] = [];
      for (const platform of ['instagram', 'facebook'] as const) {
        const accountId = await inbox.account(platform, 'slow_30s');
        slow.push(await inbox.message(accountId));
      }
      const facebook = await inbox.account('facebook', null);
      const postId = await inbox.post(facebook);
      const crowd: InFlight[] = [];
      for (let number = 0; number < 12; number += 1) {
        crowd.push(await inbox.message(facebook), await inbox.reply(postId, facebook));
      }
      await inbox.ask('POST', '/v1/test/clock', { action: 'freeze' });
      const all = [...slow, ...crowd];
      // In the middle of the burst: requests not made by then are made afterwards.
      await inbox.sendAndKill(all, (sends) => {
        const underWay = sends.filter(({ attempt, status }) => attempt === 1 && status === 'sending');
        return underWay.length >= slow.length && sends.filter(({ status }) => status === 'sent').length >= 6;
      });
      const before = await inbox.seen(textsOf(all));
      expect(Math.max(...before)).toBeLessThanOrEqual(1);
      expect(before.slice(0, slow.length)).toEqual(slow.map(() => 0));

      await inbox.start();
      const ids = (await repeated(inbox, all)).map(({ id }) => id);
      const notifications = await settle(inbox, all, ids, 40);
      expect(notifications.map(({ status }) => status)).toEqual(all.map(() => 'sent'));
      expect(await inbox.seen(textsOf(all))).toEqual(all.map(() => 1));
      await repeated(inbox, all);
      await inbox.advance(3600);
      expect(await inbox.seen(textsOf(all))).toEqual(all.map(() => 1));
    }),
  );

  it(
    'never reports a message as sent if the network never responds',
    killed(async (inbox) => {
      const all = [
        await inbox.message(await inbox.account('instagram', 'never_answers')),
        await inbox.message(await inbox.account('facebook', 'never_answers')),
      ];
      await inbox.ask('POST', '/v1/test/clock', { action: 'freeze' });
      await inbox.sendAndKill(all, (sends) => sends.length === 2 && sends.every((one) => one.in_doubt === 1));
      await inbox.start();
      const ids = (await repeated(inbox, all)).map(({ id }) => id);
      const notifications = await settle(inbox, all, ids, 600);
      expect(await inbox.seen(textsOf(all))).toEqual([0, 0]);
      for (const { status, error } of notifications) {
        expect(['failed', 'unknown']).toContain(status);
        expect(error?.action).toBeTruthy();
      }
    }),
  );

  it(
    'finds messages that it sent without a response at the network, and sends nothing more',
    killed(async (inbox) => {
      const all: InFlight[] = [];
      for (const platform of ['instagram', 'facebook'] as const) {
        const accountId = await inbox.account(platform, 'published_but_response_lost');
        all.push(await inbox.message(accountId), await inbox.message(accountId));
      }
      await inbox.ask('POST', '/v1/test/clock', { action: 'freeze' });
      await inbox.sendAndKill(
        all,
        (sends) => sends.filter((one) => one.in_doubt === 1).length === all.length,
      );
      await inbox.start();
      const ids = (await repeated(inbox, all)).map(({ id }) => id);
      const notifications = await settle(inbox, all, ids, 60);
      expect(notifications.map(({ status }) => status)).toEqual(all.map(() => 'sent'));
      expect(await inbox.seen(textsOf(all))).toEqual(all.map(() => 1));
    }),
  );

  it(
    'reports unknown if the network cannot be asked, until somebody resolves it',
    killed(async (inbox) => {
      const accountId = await inbox.account('instagram', 'published_but_response_lost');
      const one = await inbox.message(accountId);
      await inbox.ask('POST', '/v1/test/clock', { action: 'freeze' });
      await inbox.sendAndKill([one], (sends) => sends[0]?.in_doubt === 1 && sends[0].lease_until === null);
      await inbox.start();
      const cannotBeAsked = {
        on: 'network',
        method: 'GET',
        does: { kind: 'status', status: 500, effect: 'before' },
      };
      await inbox.ask('POST', '/v1/test/faults', cannotBeAsked);
      const [{ id } = { id: '' }] = await repeated(inbox, [one]);
      await inbox.advance(2 * 60 * 60);
      expect(await inbox.notification(one, id)).toMatchObject({
        status: 'unknown',
        error: { code: 'outcome_unknown' },
      });

      const { env, machine } = inbox;
      const shown = await machine.run(['messages', 'get', id], { env });
      expect(shown.stdout).toContain('Check the network before you send it again.');
      const again = ['messages', 'send', one.body['conversationId'] ?? '', '--text', one.text, '--yes'];
      const repeat = await machine.run(again, { env });
      expect([repeat.code, repeat.stderr]).toEqual([4, expect.stringContaining(id)]);
      await inbox.ask('DELETE', '/v1/test/faults');
      const settled = await machine.run(['messages', 'resolve', id, '--outcome', 'check'], { env });
      expect([settled.code, settled.stdout]).toEqual([0, expect.stringContaining('sent')]);
      expect(await inbox.seen([one.text])).toEqual([1]);
    }),
  );
});
