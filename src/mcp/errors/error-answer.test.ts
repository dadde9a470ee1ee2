import { describe, expect, it } from 'vitest';
import { ValidationError } from '../../client/errors/api-errors.js';
import { errorAnswer } from './error-answer.js';

const unreached = (code: string) =>
  new ValidationError(
    'It could not be reached.',
    { operation: 'sources.ingest', attempts: 1, sent: true, idempotencyKey: 'key' },
    {
      retryAfterSeconds: null,
      problem: {
        type: 'urn:postrider:error:url_unavailable',
        title: 'The URL could not be reached',
        status: 422,
        code: 'url_unavailable',
        detail: 'It could not be reached.',
        retryable: true,
        requestId: 'req_1',
        errors: [{ code, severity: 'error', message: 'It could not be reached.' }],
      },
    },
  );

const nextAfter = (code: string) =>
  errorAnswer(unreached(code), { launch: { command: 'node', args: [] }, acts: true }).next;

describe('a URL that could not be reached', () => {
  it('is worth retrying if the site may come back', () => {
    expect(nextAfter('page_server_error')).toBe('Repeat the same call in a moment.');
  });

  it('goes to the person if its host name does not exist: repeating would not help', () => {
    expect(nextAfter('name_not_found')).toMatch(/^Ask the person whether the URL is right/);
  });
});
