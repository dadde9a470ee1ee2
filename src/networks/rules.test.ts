import { describe, expect, it } from 'vitest';
import { AccountCapabilities } from '../contract/accounts/accounts.js';
import { PLATFORMS } from '../contract/platforms.js';
import { capabilitiesOf, dailyPostLimitOf, textLimitOf, tokenLifetimeOf } from './capabilities.js';
import type { Figure } from './figure.js';
import { RULES, SOURCES } from './rules.js';
import { SERVICE_LIMITS } from './service-limits.js';

/** Every figure inside of a value, however deep. */
function figuresIn(value: unknown): Figure<unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'source' in value && 'confidence' in value ? [value as Figure<unknown>] : [];
  return [...own, ...Object.values(value).flatMap(figuresIn)];
}

describe('the rules', () => {
  it.each(PLATFORMS)('of %s name a known source for every figure', (platform) => {
    const figures = figuresIn(RULES[platform]);
    expect(figures.length).toBeGreaterThan(10);
    for (const figure of figures) {
      expect(SOURCES).toHaveProperty([figure.source]);
      expect(figure.confidence === 'memory').toBe(figure.source === 'memory');
    }
    expect(RULES[platform].platform).toBe(platform);
  });

  it('need every source that is listed', () => {
    const used = new Set(figuresIn([RULES, SERVICE_LIMITS]).map((figure) => figure.source));
    expect(Object.keys(SOURCES).filter((key) => !used.has(key))).toEqual([]);
  });
});

describe('an account’s capabilities', () => {
  it.each(PLATFORMS)('on %s have the contract’s shape', (platform) => {
    expect(AccountCapabilities.parse(capabilitiesOf(platform))).toEqual(capabilitiesOf(platform));
  });

  it('name what nobody may guess, with the values to choose from', () => {
    expect(capabilitiesOf('youtube')).toMatchObject({
      postTypes: ['feed', 'short'],
      mediaRequired: true,
      options: {
        title: { required: true, values: null },
        privacy: { required: true, values: ['public', 'unlisted', 'private'] },
        madeForKids: { required: true, values: ['true', 'false'] },
      },
    });
    expect(capabilitiesOf('pinterest')).toMatchObject({
      options: { boardId: { required: true, values: null } },
    });
    expect(capabilitiesOf('tiktok')).toMatchObject({ options: { privacy: { required: true } } });
  });

  it('list threads, first comments, disclosures and the rarer options', () => {
    expect(capabilitiesOf('x').options).toEqual({
      thread: { required: false, values: null },
      disclosure: { required: false, values: ['paid_partnership', 'ai_generated'] },
      replySettings: { required: false, values: ['following', 'mentionedUsers', 'subscribers', 'verified'] },
      communityId: { required: false, values: null },
    });
    const offering = (name: string) => PLATFORMS.filter((platform) => capabilitiesOf(platform).options[name]);
    expect(offering('thread')).toEqual(['x', 'threads', 'bluesky', 'mastodon']);
    expect(offering('firstComment')).toEqual(['linkedin', 'instagram', 'youtube', 'facebook']);
    expect(offering('disclosure')).toEqual(['x', 'instagram', 'tiktok', 'youtube']);
  });

  it('offer comments and messages on Instagram and Facebook', () => {
    const offering = PLATFORMS.filter((platform) => capabilitiesOf(platform).comments);
    expect(offering).toEqual(['instagram', 'facebook']);
    expect(PLATFORMS.filter((platform) => capabilitiesOf(platform).messages)).toEqual(offering);
  });
});

describe('an account’s limits', () => {
  it('are its network’s, in the network’s unit', () => {
    expect(textLimitOf('bluesky')).toEqual({ max: 300, unit: 'graphemes' });
    expect(textLimitOf('x')).toEqual({ max: 280, unit: 'x-weighted' });
    expect(textLimitOf('x', { premium: true })).toEqual({ max: 25_000, unit: 'x-weighted' });
    expect(textLimitOf('facebook', { premium: true })).toEqual({ max: 63_206, unit: 'utf16' });
  });

  it('know how many posts a day the network takes', () => {
    expect(dailyPostLimitOf('tiktok')).toBe(15);
    expect(dailyPostLimitOf('mastodon')).toBeNull();
  });

  it('know how long tokens live', () => {
    expect(tokenLifetimeOf('x')).toEqual({ accessSeconds: 7200, refreshSeconds: 15_552_000 });
    expect(tokenLifetimeOf('mastodon')).toEqual({ accessSeconds: null, refreshSeconds: null });
  });
});
