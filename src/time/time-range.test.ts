import { describe, expect, it } from 'vitest';
import { readTimeRange } from './time-range.js';

const settings = {
  timezone: 'Europe/Berlin',
  now: Date.parse('2026-12-01T08:00Z'),
  defaultDays: 14,
  maxDays: 400,
};

function read(from?: string, to?: string): string[] {
  const range = readTimeRange({ ...settings, from, to });
  if (!range.ok) return [range.field, range.code];
  return [new Date(range.from).toISOString(), new Date(range.to).toISOString()];
}

describe('the range of a list', () => {
  it('starts now and has the default length by default', () => {
    expect(read()).toEqual(['2026-12-01T08:00:00.000Z', '2026-12-15T08:00:00.000Z']);
    expect(read('2026-12-24T00:00Z')).toEqual(['2026-12-24T00:00:00.000Z', '2027-01-07T00:00:00.000Z']);
  });

  it('reads dates as whole local days and includes the last one', () => {
    expect(read('2026-12-01', '2026-12-01')).toEqual([
      '2026-11-30T23:00:00.000Z',
      '2026-12-01T23:00:00.000Z',
    ]);
    expect(read('2027-03-28', '2027-03-28')).toEqual([
      '2027-03-27T23:00:00.000Z',
      '2027-03-28T22:00:00.000Z',
    ]);
  });

  it('ends where years have four digits', () => {
    expect(read('9999-12-31T12:00Z')).toEqual(['9999-12-31T12:00:00.000Z', '9999-12-31T23:59:59.999Z']);
    expect(read('9999-12-31T00:00Z', '9999-12-31T23:59-12:00')[1]).toBe('9999-12-31T23:59:59.999Z');
    expect(read('0000-01-01', '0000-01-02')[0]).toBe('0000-01-01T00:00:00.000Z');
  });

  it('accepts instants with an offset', () => {
    expect(read('2026-12-01T09:00+01:00', '2026-12-01T10:00-05:00')).toEqual([
      '2026-12-01T08:00:00.000Z',
      '2026-12-01T15:00:00.000Z',
    ]);
  });

  it('is refused, with the wrong field, if it is invalid, reversed or too long', () => {
    expect(read('2026-12-01T09:00')).toEqual(['from', 'time_required']);
    expect(read('tomorrow')).toEqual(['from', 'time_invalid']);
    expect(read('2026-12-02', '2026-12-01')).toEqual(['to', 'time_invalid']);
    expect(read('2026-12-01', '2028-12-01')).toEqual(['to', 'time_invalid']);
    expect(read(undefined, '2026-02-30')).toEqual(['to', 'time_invalid']);
  });
});
