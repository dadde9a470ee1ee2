import { describe, expect, it } from 'vitest';
import { PLATFORMS } from '../../../contract/platforms.js';
import { SOURCES } from '../../../networks/rules.js';
import { NetworkRefusal, OutcomeInDoubt } from '../adapter.js';
import { json } from '../answers.js';
import { NETWORKS } from '../registry.js';
import { type ErrorRow, readFailure, readRefusal } from './read-refusal.js';

/** 2026-12-01T08:00:00Z */
const NOW = 1_796_112_000_000;

const ROWS = PLATFORMS.flatMap((platform) =>
  NETWORKS[platform].errors.rows.map((row: ErrorRow) => ({
    platform,
    row,
    name: `${platform} ${row.status} ${row.code ?? ''}${row.subcode ? `/${row.subcode}` : ''} "${row.words.slice(0, 50)}"`,
  })),
);

describe('every row of every error table', () => {
  it.each(ROWS)('$name', ({ platform, row }) => {
    const { errors } = NETWORKS[platform];
    const refusal =
      row.status === 200
        ? readFailure(
            errors,
            { code: row.code ?? 'any', subcode: row.subcode ?? null, message: row.words },
            NOW,
          )
        : readRefusal(errors, errors.answer(row), NOW, false);
    expect(refusal).toBeInstanceOf(NetworkRefusal);
    expect(refusal).toMatchObject({ code: row.means });
    expect(refusal.answer.message).toBe(row.words);
    expect(refusal.message).not.toBe('');
    expect({ ...SOURCES, ...errors.sources }).toHaveProperty([row.source]);
  });
});

const refusalOf = (
  platform: keyof typeof NETWORKS,
  status: number,
  headers: Record<string, string>,
  body: unknown,
) => {
  const refusal = readRefusal(NETWORKS[platform].errors, json(status, body, headers), NOW, true);
  if (refusal instanceof NetworkRefusal) return refusal;
  throw new Error('It was left in doubt.');
};

describe('the retry time', () => {
  it('is read from Unix seconds on X', () => {
    const reset = String(NOW / 1000 + 900);
    const type = 'https://api.x.com/2/problems/rate-limit-exceeded';
    expect(refusalOf('x', 429, { 'x-rate-limit-reset': reset }, { type }).retryAt).toBe(NOW + 900_000);
  });

  it('is read from an ISO 8601 time on Mastodon', () => {
    const headers = { 'x-ratelimit-reset': '2026-12-01T08:05:00.000000Z' };
    expect(refusalOf('mastodon', 429, headers, { error: 'Too many requests' }).retryAt).toBe(NOW + 300_000);
  });

  it('is read from ratelimit-reset on Bluesky', () => {
    const headers = { 'ratelimit-reset': String(NOW / 1000 + 60) };
    expect(refusalOf('bluesky', 429, headers, { error: 'RateLimitExceeded' }).retryAt).toBe(NOW + 60_000);
  });

  it('is the next midnight on LinkedIn (UTC) and YouTube (Los Angeles)', () => {
    const linkedin = refusalOf('linkedin', 429, {}, { code: 'TOO_MANY_REQUESTS', message: '' });
    expect(new Date(linkedin.retryAt ?? 0).toISOString()).toBe('2026-12-02T00:00:00.000Z');
    const youtube = refusalOf('youtube', 403, {}, { error: { errors: [{ reason: 'quotaExceeded' }] } });
    expect(new Date(youtube.retryAt ?? 0).toISOString()).toBe('2026-12-02T08:00:00.000Z');
  });

  it('is read from Retry-After if a network sends it', () => {
    expect(refusalOf('linkedin', 429, { 'retry-after': '30' }, {}).retryAt).toBe(NOW + 30_000);
    const headers = { 'retry-after': 'Tue, 01 Dec 2026 08:01:00 GMT' };
    expect(refusalOf('tiktok', 429, headers, {}).retryAt).toBe(NOW + 60_000);
  });
});

describe('an error that is not in the table', () => {
  it('is a refusal with the network’s message if it is a 4xx', () => {
    const refusal = refusalOf('x', 418, {}, { detail: 'Short and stout', title: 'Teapot' });
    expect(refusal).toMatchObject({
      code: 'network_refused',
      message: 'X refused the request: Short and stout',
      answer: { status: 418, code: 'Teapot', message: 'Short and stout' },
    });
  });

  it.each(PLATFORMS)(
    'leaves the outcome on %s in doubt if it is a 5xx response to the publishing request',
    (platform) => {
      const { errors } = NETWORKS[platform];
      expect(readRefusal(errors, json(503, '<html>'), NOW, true)).toBeInstanceOf(OutcomeInDoubt);
      expect(readRefusal(errors, json(503, '<html>'), NOW, false)).toMatchObject({
        code: 'network_unavailable',
      });
    },
  );

  it('is not read from a body of another form', () => {
    for (const body of [null, undefined, 'text', 7, [], { error: [] }, { error: { code: {} } }]) {
      expect(refusalOf('facebook', 400, {}, body).code).toBe('network_refused');
    }
  });
});
