import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Frame, largest, moved, resized, type Size, whole } from './frame.js';

const PICTURE = { width: 1200, height: 800 };
const ALL: Frame = { left: 0, top: 0, ...PICTURE };

function expectInside({ left, top, width, height }: Frame, picture: Size): void {
  expect(left).toBeGreaterThanOrEqual(-1e-9);
  expect(top).toBeGreaterThanOrEqual(-1e-9);
  expect(left + width).toBeLessThanOrEqual(picture.width + 1e-6);
  expect(top + height).toBeLessThanOrEqual(picture.height + 1e-6);
}

describe('the frame of a crop', () => {
  it('is the largest of its ratio, in the middle of the one before', () => {
    expect(largest(PICTURE, 1, ALL)).toEqual({ left: 200, top: 0, width: 800, height: 800 });
    expect(largest(PICTURE, 4 / 5, ALL)).toEqual({ left: 280, top: 0, width: 640, height: 800 });
    expect(largest(PICTURE, 2, ALL)).toEqual({ left: 0, top: 100, width: 1200, height: 600 });
    expect(largest(PICTURE, null, ALL)).toEqual(ALL);
    const atTheRight = { left: 1100, top: 0, width: 100, height: 100 };
    expect(largest(PICTURE, 1, atTheRight)).toEqual({ left: 400, top: 0, width: 800, height: 800 });
  });

  it('moves no further than the edges of the picture', () => {
    const frame = { left: 200, top: 0, width: 800, height: 800 };
    expect(moved(frame, 50, 50, PICTURE)).toEqual({ ...frame, left: 250 });
    expect(moved(frame, 5000, 0, PICTURE)).toEqual({ ...frame, left: 400 });
    expect(moved(frame, -5000, -1, PICTURE)).toEqual({ ...frame, left: 0 });
  });

  it('keeps its ratio and the opposite corner while it is resized', () => {
    const square = { left: 200, top: 0, width: 800, height: 800 };
    const end = { x: 'right', y: 'bottom' } as const;
    expect(resized(square, end, -300, 0, { picture: PICTURE, ratio: 1 })).toEqual({
      left: 200,
      top: 0,
      width: 500,
      height: 500,
    });
    const start = { x: 'left', y: 'top' } as const;
    expect(resized(square, start, 0, 300, { picture: PICTURE, ratio: 1 })).toEqual({
      left: 500,
      top: 300,
      width: 500,
      height: 500,
    });
    expect(resized(square, end, 100, -100, { picture: PICTURE, ratio: null })).toEqual({
      left: 200,
      top: 0,
      width: 900,
      height: 700,
    });
  });

  it('stays inside the picture, in its ratio, whatever is done to it', () => {
    const side = fc.integer({ min: 1, max: 5000 });
    const step = fc.double({ min: -6000, max: 6000, noNaN: true });
    const ratio = fc.option(fc.constantFrom(4 / 5, 1, 1.91, 9 / 16, 16 / 9), { nil: null });
    const corner = fc.record({
      x: fc.constantFrom('left' as const, 'right' as const),
      y: fc.constantFrom('top' as const, 'bottom' as const),
    });
    const acts = fc.array(fc.record({ isMove: fc.boolean(), corner, right: step, down: step }), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(side, side, ratio, acts, (width, height, wanted, done) => {
        const picture = { width, height };
        let frame = largest(picture, wanted, { left: 0, top: 0, ...picture });
        for (const one of done) {
          frame = one.isMove
            ? moved(frame, one.right, one.down, picture)
            : resized(frame, one.corner, one.right, one.down, { picture, ratio: wanted });
          expectInside(frame, picture);
          if (wanted !== null) expect(frame.width / frame.height).toBeCloseTo(wanted, 6);
        }
        const pixels = whole(frame, picture);
        expectInside(pixels, picture);
        for (const value of Object.values(pixels)) expect(Number.isInteger(value)).toBe(true);
        expect(Math.min(pixels.width, pixels.height)).toBeGreaterThanOrEqual(1);
      }),
    );
  });
});
