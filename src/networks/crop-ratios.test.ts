import { describe, expect, it } from 'vitest';
import { PLATFORMS } from '../contract/platforms.js';
import { FEED_RATIOS, ratiosFor } from './crop-ratios.js';
import { RULES } from './rules.js';

describe('the ratios to crop an image to', () => {
  it.each(PLATFORMS)('of %s are accepted by it', (platform) => {
    const { images } = RULES[platform].forms.feed;
    const { ratios = [] } = FEED_RATIOS[platform] ?? {};
    expect(ratios.length > 0).toBe(images !== undefined);
    const { min = 0, max = Number.POSITIVE_INFINITY } = images?.aspect?.value ?? {};
    for (const [width, height] of ratios) {
      expect(width / height).toBeGreaterThanOrEqual(min);
      expect(width / height).toBeLessThanOrEqual(max);
    }
  });

  it('are offered once, with their networks', () => {
    expect(ratiosFor(['pinterest', 'instagram', 'youtube'])).toEqual([
      { ratio: [1, 1], platforms: ['instagram', 'pinterest'] },
      { ratio: [4, 5], platforms: ['instagram'] },
      { ratio: [1.91, 1], platforms: ['instagram'] },
      { ratio: [2, 3], platforms: ['pinterest'] },
    ]);
    expect(ratiosFor([])).toEqual([]);
  });
});
