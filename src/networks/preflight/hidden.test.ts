import { describe, expect, it } from 'vitest';
import { timeOf } from '../../../test/support/growth/growth-in-time.js';
import { growth } from '../../../test/support/growth/steps.js';
import { PLATFORMS, type Platform } from '../../contract/platforms.js';
import type { PostBody } from '../content.js';
import { preflight } from '../preflight.js';

function warningsFor(post: PostBody) {
  const accounts = [
    { id: 'acc_1', platform: 'mastodon', handle: '@fernhill', healthStatus: 'healthy' },
  ] as const;
  const now = new Date('2026-12-01T08:00:00Z');
  const [report] = preflight({ post, accounts, media: new Map(), canConvert: true, mode: 'now', now });
  return report?.warnings.filter(({ code }) => code === 'invisible_characters') ?? [];
}

const LENGTH = 95_000;
/** Other processes only ever add time, so the least of some rounds is compared. */
const MAX_ROUNDS = 8;

function checkFor(number: number, post: PostBody, platforms: readonly Platform[] = PLATFORMS) {
  const accounts = Array.from({ length: number }, (_, index) => ({
    id: `acc_${index}`,
    platform: platforms[index % platforms.length] ?? 'mastodon',
    handle: '@fernhill',
    healthStatus: 'healthy' as const,
  }));
  const now = new Date('2026-12-01T08:00:00Z');
  return preflight({ post, accounts, media: new Map(), canConvert: true, mode: 'now', now });
}

describe('invisible characters', () => {
  it('are a warning in each field, with their number and kinds', () => {
    const overrides = [{ target: 'mastodon', thread: ['Fine', 'b\u200bc'] }];
    expect(warningsFor({ text: 'a\u202e\u{e0041}b', overrides })).toMatchObject([
      {
        severity: 'warning',
        pointer: '/text',
        actual: 2,
        message: 'The text contains 2 invisible characters (text direction controls, hidden tags).',
      },
      {
        pointer: '/overrides/0/thread/1',
        message: 'Post 3 of the thread contains an invisible character (zero-width characters).',
      },
    ]);
  });

  it('are none where people write them: in emoji, Persian and Hindi', () => {
    expect(warningsFor({ text: '👩‍👩‍👧 ❤️ می‌خواهم क्‍ष' })).toEqual([]);
  });

  it('are counted once for all accounts of a post', async () => {
    const post = { text: '\u007f'.repeat(5_000) };
    // Each network counts what it shows in its own way, and splits it.
    const { few, many } = await growth(2, (size) => checkFor(size, post, ['mastodon']));
    expect(many).toBeLessThan(2 * few);
  });

  it.each([
    ['deletes', '\u007f'],
    ['terminal colours', '\u001b[31m'],
    ['escapes', '\u001b'],
  ])('in a text of %s cost less than five times as much as letters', (_what, part) => {
    const hidden = part.repeat(LENGTH / part.length);
    const letters = 'a'.repeat(LENGTH);
    let [most, least] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let round = 0; round < MAX_ROUNDS && !(most < 5 * least); round += 1) {
      most = Math.min(
        most,
        timeOf(() => checkFor(PLATFORMS.length, { text: hidden })),
      );
      least = Math.min(
        least,
        timeOf(() => checkFor(PLATFORMS.length, { text: letters })),
      );
    }
    expect(most / least).toBeLessThan(5);
  });
});
