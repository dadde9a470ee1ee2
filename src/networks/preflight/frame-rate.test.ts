import { describe, expect, it } from 'vitest';
import { PLATFORMS } from '../../contract/platforms.js';
import type { MediaFacts } from '../media-facts.js';
import { RULES } from '../rules.js';
import { nominalRate } from './frame-rate.js';
import { fileFindings } from './media-file.js';

const VIDEO: MediaFacts = {
  key: 'video',
  kind: 'video',
  contentType: 'video/mp4',
  bytes: 9_000_000,
  width: 1080,
  height: 1920,
  durationSeconds: 30,
  framesPerSecond: null,
  codecs: ['h264', 'aac'],
};

describe('nominalRate', () => {
  it.each([
    [24_000 / 1001, 24],
    [23.976, 24],
    [23.98, 24],
    [29.97, 30],
    [47.952, 48],
    [59.94, 60],
    [119.88, 120],
    [24, 24],
    [25, 25],
    [60, 60],
    [23.9, 23.9],
    [29.5, 29.5],
    [12.5, 12.5],
    [60.2, 60.2],
  ])('%d is %d', (rate, nominal) => {
    expect(nominalRate(rate)).toBe(nominal);
  });
});

/** Every post type with a rule for frame rates. */
const RULED = PLATFORMS.flatMap((platform) =>
  Object.entries(RULES[platform].forms).flatMap(([name, form]) => {
    const range = form?.videos?.framesPerSecond?.value;
    return form && range ? [{ platform, name, form, range }] : [];
  }),
);

describe('frame rate rules', () => {
  it('exist for several networks', () => {
    expect(new Set(RULED.map(({ platform }) => platform)).size).toBeGreaterThanOrEqual(5);
  });

  it.each(RULED)(
    'of $platform ($name) accept the NTSC variants of the nominal rates',
    ({ platform, form, range }) => {
      const refusedAt = (framesPerSecond: number) => {
        const check = { file: { ...VIDEO, framesPerSecond }, network: platform, form, premium: false };
        const findings = fileFindings({ ...check, canConvert: true });
        return findings.filter(({ code }) => code === 'media_frame_rate').map(({ actual }) => actual);
      };
      const { min, max } = range;
      for (const nominal of [min ?? 24, 24, 25, 30, max ?? 60].filter((one) => one >= (min ?? 0))) {
        expect(refusedAt(nominal)).toEqual([]);
        expect(refusedAt((nominal * 1000) / 1001)).toEqual([]);
      }
      // Errors contain the actual rate.
      if (min !== undefined) expect(refusedAt(min - 0.5)).toEqual([min - 0.5]);
      if (max !== undefined) expect(refusedAt(max + 0.5)).toEqual([max + 0.5]);
    },
  );
});
