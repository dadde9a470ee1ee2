import { describe, expect, it } from 'vitest';
import { AccountCapabilities } from '../contract/accounts/accounts.js';
import { PLATFORMS } from '../contract/platforms.js';
import {
  capabilitiesOf,
  dailyPostLimitOf,
  inboxOf,
  textLimitOf,
  tokenLifetimeOf,
  whyNoInbox,
} from './capabilities.js';
import type { Figure } from './figure.js';
import { RULES, SOURCES } from './rules.js';
import { SERVICE_LIMITS } from './service-limits.js';

/** All figures in a value, at any depth. */
function figuresIn(value: unknown): Figure<unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'source' in value && 'confidence' in value ? [value as Figure<unknown>] : [];
  return [...own, ...Object.values(value).flatMap(figuresIn)];
}

describe('the rules', () => {
  it.each(PLATFORMS)('of %s have a known source for every figure', (platform) => {
    const figures = figuresIn(RULES[platform]);
    expect(figures.length).toBeGreaterThan(10);
    for (const figure of figures) {
      expect(SOURCES).toHaveProperty([figure.source]);
      expect(figure.confidence === 'memory').toBe(figure.source === 'memory');
    }
    expect(RULES[platform].platform).toBe(platform);
  });

  it('cite every listed source', () => {
    const used = new Set(figuresIn([RULES, SERVICE_LIMITS]).map((figure) => figure.source));
    expect(Object.keys(SOURCES).filter((key) => !used.has(key))).toEqual([]);
  });
});

describe('a real account’s inbox', () => {
  it.each(PLATFORMS)('on %s is either offered, or its absence explained', (platform) => {
    expect(whyNoInbox(platform) === null).toBe(inboxOf(platform, false) !== null);
  });

  it('is explained where only some accounts of a network have one', () => {
    expect(whyNoInbox('linkedin', 'urn:li:organization:1')).toBeNull();
    expect(whyNoInbox('linkedin', 'urn:li:person:1')).toContain('posts of a member');
  });
});

describe('an account’s capabilities', () => {
  it.each(PLATFORMS)('on %s match the contract', (platform) => {
    expect(AccountCapabilities.parse(capabilitiesOf(platform, true))).toEqual(capabilitiesOf(platform, true));
  });

  it('list the required options with their allowed values', () => {
    expect(capabilitiesOf('youtube', true)).toMatchObject({
      postTypes: ['feed', 'short'],
      mediaRequired: true,
      options: {
        title: { required: true, values: null },
        privacy: { required: true, values: ['public', 'unlisted', 'private'] },
        madeForKids: { required: true, values: ['true', 'false'] },
      },
    });
    expect(capabilitiesOf('pinterest', true)).toMatchObject({
      options: { boardId: { required: true, values: null } },
    });
    expect(capabilitiesOf('tiktok', true)).toMatchObject({ options: { privacy: { required: true } } });
  });

  it('list threads, first comments, disclosures and rarer options', () => {
    expect(capabilitiesOf('x', true).options).toEqual({
      thread: { required: false, values: null },
      disclosure: { required: false, values: ['paid_partnership', 'ai_generated'] },
      replySettings: { required: false, values: ['following', 'mentionedUsers', 'subscribers', 'verified'] },
      communityId: { required: false, values: null },
    });
    const supporting = (name: string) =>
      PLATFORMS.filter((platform) => capabilitiesOf(platform, true).options[name]);
    expect(supporting('thread')).toEqual(['x', 'threads', 'bluesky', 'mastodon']);
    expect(supporting('firstComment')).toEqual(['linkedin', 'instagram', 'youtube', 'facebook']);
    expect(supporting('disclosure')).toEqual(['x', 'instagram', 'tiktok', 'youtube']);
  });

  it('include comments and messages on Instagram and Facebook', () => {
    const supporting = PLATFORMS.filter((platform) => capabilitiesOf(platform, true).comments);
    expect(supporting).toEqual(['instagram', 'facebook']);
    expect(PLATFORMS.filter((platform) => capabilitiesOf(platform, true).messages)).toEqual(supporting);
  });
});

describe('an account’s limits', () => {
  it('are the limits of its network, in its unit', () => {
    expect(textLimitOf('bluesky')).toEqual({ max: 300, unit: 'graphemes' });
    expect(textLimitOf('x')).toEqual({ max: 280, unit: 'x-weighted' });
    expect(textLimitOf('x', { premium: true })).toEqual({ max: 25_000, unit: 'x-weighted' });
    expect(textLimitOf('facebook', { premium: true })).toEqual({ max: 63_206, unit: 'utf16' });
  });

  it('include how many posts the network accepts per day', () => {
    expect(dailyPostLimitOf('tiktok')).toBe(15);
    expect(dailyPostLimitOf('mastodon')).toBeNull();
  });

  it('include the lifetime of tokens', () => {
    expect(tokenLifetimeOf('x')).toEqual({ accessSeconds: 7200, refreshSeconds: 15_552_000 });
    expect(tokenLifetimeOf('mastodon')).toEqual({ accessSeconds: null, refreshSeconds: null });
  });
});
