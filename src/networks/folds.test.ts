import { describe, expect, it } from 'vitest';
import { PLATFORMS } from '../contract/platforms.js';
import { FOLDS, foldsOf, shownTitle } from './folds.js';

const WORDS = 'Fresh beans from the farm, roasted this morning. '.repeat(40);

describe('where a feed folds a text', () => {
  it('has a source and a date for each network', () => {
    for (const platform of PLATFORMS) {
      expect(FOLDS[platform]?.source).toMatch(/\w/);
      expect(FOLDS[platform]?.asOf).toMatch(/^2026/);
    }
  });

  it('is the end of a word before the network’s length, earlier on a phone', () => {
    const { desktop, phone } = foldsOf('linkedin', WORDS);
    expect(desktop).toBeGreaterThan(190);
    expect(desktop).toBeLessThanOrEqual(210);
    expect(phone).toBeGreaterThan(120);
    expect(phone).toBeLessThanOrEqual(140);
    expect(WORDS.charAt(desktop ?? 0)).toBe(' ');
  });

  it('is a line that the network does not show', () => {
    expect(foldsOf('linkedin', 'One\nTwo\nThree\nFour').desktop).toBe('One\nTwo\nThree'.length);
    expect(foldsOf('bluesky', WORDS.slice(0, 299))).toEqual({ desktop: null, phone: null });
    expect(foldsOf('bluesky', 'line\n'.repeat(30)).desktop).toBe('line\n'.repeat(25).length - 1);
  });

  it('is none for a text that is shown in full, or whose rest is empty', () => {
    expect(foldsOf('instagram', 'Short')).toEqual({ desktop: null, phone: null });
    expect(foldsOf('instagram', 'One\nTwo\nThree\n\n')).toEqual({ desktop: null, phone: null });
  });

  it('splits no emoji', () => {
    const family = '👩‍👩‍👧‍👦';
    expect(foldsOf('instagram', family.repeat(130)).phone).toBe(family.length * 125);
  });

  it('cuts a title as the feed does', () => {
    const title = 'Brewing filter coffee at home without any special equipment at all, step by step';
    expect(shownTitle('youtube', title, 'desktop')).toBe(
      'Brewing filter coffee at home without any special equipment at all,…',
    );
    expect(shownTitle('pinterest', title, 'phone').length).toBeLessThanOrEqual(41);
    expect(shownTitle('youtube', 'Short', 'phone')).toBe('Short');
  });
});
