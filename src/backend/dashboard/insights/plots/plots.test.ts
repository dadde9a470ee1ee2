import { describe, expect, it } from 'vitest';
import { Columns } from './columns.js';
import { FollowersLine } from './followers-line.js';
import { countAxis, roundUp } from './scale.js';
import { type Dot, MAX_DOTS, StripPlot } from './strip-plot.js';

const dots = (values: readonly number[]): Dot[] =>
  values.map((value, place) => ({ value, href: `/posts/post_${place}`, title: `${value}` }));

const places = (drawn: string): number[] =>
  [...drawn.matchAll(/<circle cx="([^"]*)"/g)].map(([, left]) => Number(left));

describe('an axis of counts', () => {
  it.each([
    [[3, 8, 9], 8, [0, 5, 10]],
    [[1], null, [0, 1]],
    [[], null, [0, 1]],
    [[2, 3, 900], 3, [0, 10, 100, 1000]],
  ])('of %j around %j is marked at %j', (values, middle, ticks) => {
    const axis = countAxis(values, middle);
    expect(axis.ticks).toEqual(ticks);
    expect(axis.scale(0)).toBe(0);
    expect(axis.scale(ticks.at(-1) ?? 0)).toBeCloseTo(1);
  });

  it.each([
    [0, 1],
    [1, 1],
    [3, 5],
    [11, 20],
    [999, 1000],
    [1001, 2000],
  ])('%i ends at %i', (value, end) => expect(roundUp(value)).toBe(end));
});

describe('a strip plot', () => {
  it('has a linked dot for each post, further right the greater its number, and a line for the median', () => {
    const drawn = String(StripPlot({ dots: dots([1, 5, 9]), median: 5 }));
    const [first = 0, second = 0, third = 0] = places(drawn);
    expect(first).toBeLessThan(second);
    expect(second).toBeLessThan(third);
    expect(drawn.match(/<a href="\/posts\/post_\d" tabindex="-1">/g)).toHaveLength(3);
    expect(drawn).toContain(`<line class="median" x1="${second}"`);
  });

  it('shows posts with the same number beside each other', () => {
    const drawn = String(StripPlot({ dots: dots([4, 4, 4]), median: null }));
    const heights = [...drawn.matchAll(/cy="([^"]*)"/g)].map(([, top]) => top);
    expect(new Set(heights).size).toBe(3);
    expect(drawn).not.toContain('class="median"');
  });

  it('has a bounded number of dots, the greatest among them', () => {
    const drawn = String(
      StripPlot({ dots: dots(Array.from({ length: 5000 }, (_, at) => at)), median: 2500 }),
    );
    expect(places(drawn)).toHaveLength(MAX_DOTS);
    expect(drawn).toContain('<title>4999</title>');
  });
});

describe('columns', () => {
  it('have a bar where there is a median, and the number of posts everywhere', () => {
    const drawn = String(
      Columns({
        words: String,
        groups: [
          { name: 'Mon', posts: 12, median: 8, standsOut: false },
          { name: 'Tue', posts: 1, median: null, standsOut: false },
          { name: 'Wed', posts: 9, median: 16, standsOut: true },
        ],
      }),
    );
    expect([...drawn.matchAll(/<rect class="([^"]*)"/g)].map(([, name]) => name)).toEqual(['bar', 'bar out']);
    expect(drawn).toContain('(1)');
  });
});

describe('a line of days', () => {
  it('has gaps where nothing was read, and a dot for a day alone', () => {
    const drawn = String(FollowersLine({ counts: [10, 11, null, 12, null, 14, 15] }));
    expect(drawn.match(/<polyline/g)).toHaveLength(3);
    expect(drawn.match(/<circle/g)).toHaveLength(1);
  });

  it.each([[[7, 7, 7]], [[null, 3]]])('%j is drawn without a division by zero', (counts) => {
    expect(String(FollowersLine({ counts }))).not.toMatch(/NaN|Infinity/);
  });

  it('without any day draws nothing', () => expect(FollowersLine({ counts: [null, null] })).toBeNull());
});
