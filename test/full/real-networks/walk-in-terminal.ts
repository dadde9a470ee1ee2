import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLATFORM_NAMES } from '../../../src/contract/platforms.js';
import { whyNoInbox } from '../../../src/networks/capabilities.js';
import { atTerminal, inPipe } from '../../cli/support/terminal.js';
import { Place, type Walk } from './place.js';
import { expectedOf, mediaFiles, settingsOf } from './walk-post.js';
import {
  ANSWER,
  ANSWERED_WITHIN,
  askQuestion,
  asksForMentions,
  expectAnswer,
  inboxOfWalk,
  isPriced,
  QUESTION,
} from './walk-reply.js';

/** Connects, publishes, renews, reconnects and disconnects in a terminal. */
export function walkInTerminal(walk: Walk): void {
  const { platform } = walk.signIn;
  const name = PLATFORM_NAMES[platform];

  describe(`${name} in a terminal`, () => {
    let place: Place;
    let env: Record<string, string>;
    beforeAll(async () => {
      place = await Place.start(walk);
      env = place.env;
    });
    afterAll(async () => {
      await place?.close();
    });

    /** Plays the person who opens the printed address, allows access, and pastes where the browser ended. */
    async function connect(more: readonly string[] = []): Promise<string> {
      let pasted = false;
      const chosen = walk.choose && more.length === 0 ? ['--choose', walk.choose.inTerminal] : [];
      const board = walk.board !== undefined && more.length === 0 ? ['--board', walk.board] : [];
      const args = ['accounts', 'connect', platform, '--method', 'paste', ...chosen, ...board, ...more];
      const { code, stderr } = await atTerminal(args, {
        env,
        onShown: (shown, type) => {
          const address = /^ {2}(http\S+)\r?\n/m.exec(shown)?.[1];
          if (address === undefined || pasted || !shown.includes('Address: ')) return;
          pasted = true;
          type(place.signIn.allow(address));
        },
      });
      expect([code, stderr]).toEqual([0, stderr]);
      const listed = await inPipe(['accounts', '--platform', platform, '--quiet'], env);
      return listed.stdout.trim();
    }

    /** Somebody asks below the first post, and the terminal shows it and answers. */
    async function answerComment(account: string): Promise<void> {
      const asked = await askQuestion(place);
      const waiting = async () => {
        const args = ['inbox', '--account', account];
        const shown = await inPipe(args, env);
        return shown.stdout.includes(QUESTION) ? inPipe([...args, '--quiet'], env) : null;
      };
      await expect.poll(waiting, ANSWERED_WITHIN).not.toBeNull();
      const id = (await waiting())?.stdout.trim() ?? '';
      const { code, stderr } = await inPipe(['comments', 'reply', id, '--text', ANSWER, '--yes'], env);
      expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
      await expectAnswer(place, asked);
      expect(await waiting()).toBeNull();
    }

    /** Comments that cost money are read once somebody has chosen it. */
    async function chooseComments(account: string): Promise<void> {
      expect((await inPipe(['accounts', 'get', account], env)).stdout).toMatch(/^Comments +not read$/m);
      expect(asksForMentions(place)).toBe(0);
      const chosen = await inPipe(['accounts', 'update', account, '--comments', 'on'], env);
      expect(chosen.stdout).toContain('They cost up to $');
      // What was written before is not read.
      await expect.poll(() => asksForMentions(place), ANSWERED_WITHIN).toBeGreaterThan(0);
    }

    it('says how to get an app, takes it, and goes from connecting to disconnecting', async () => {
      const missing = await inPipe(['accounts', 'connect', platform, '--method', 'paste'], env);
      expect(missing.code).not.toBe(0);
      expect(missing.stderr).toContain(place.signIn.access.consoleUrl);
      const { clientId, clientSecret } = place.signIn.app;
      const set = await inPipe(
        [
          ...['apps', 'set', platform, '--client-id', clientId, '--client-secret', '-'],
          ...(walk.signIn.review === undefined ? [] : ['--review', walk.signIn.review]),
        ],
        env,
        clientSecret ?? '',
      );
      expect([set.code, set.stdout.includes(clientSecret ?? '')]).toEqual([0, false]);
      const id = await connect();
      for (const post of walk.posts) {
        const cover = await place.uploadedCover(post);
        const { code, stderr } = await inPipe(
          [
            ...['posts', 'create', '--account', id, '--text', post.text, '--now', '--yes', '--wait', '20'],
            ...mediaFiles(post).flatMap((path) => ['--media', path]),
            ...settingsOf(platform, post, cover).flatMap((one) => ['--set', one]),
          ],
          env,
        );
        expect([post.text, code, code === 0 ? '' : stderr]).toEqual([post.text, 0, '']);
      }
      expect(await place.seen()).toEqual(expectedOf(platform, walk.posts));
      if (isPriced(walk)) await chooseComments(id);
      if (inboxOfWalk(walk)) await answerComment(id);
      else {
        const { stdout } = await inPipe(['accounts', 'get', id], env);
        expect(stdout).toContain(whyNoInbox(platform, walk.signIn.networkUserId));
      }
      if (walk.renews) {
        await place.wearAccess();
        expect((await inPipe(['accounts', 'check', id], env)).stdout).toContain('healthy');
        expect(place.signIn.renewals).toBe(1);
      }
      await place.signIn.endAccess();
      expect((await inPipe(['accounts', 'check', id], env)).stdout).toContain('reconnect_required');
      expect(await connect(['--account', id])).toBe(id);
      expect((await inPipe(['accounts', 'check', id], env)).stdout).toContain('healthy');
      expect((await inPipe(['accounts', 'disconnect', id, '--yes'], env)).code).toBe(0);
    });
  });
}
