import { expect, it } from 'vitest';
import { API_ERRORS, type ApiErrorCode } from '../../../contract/api-errors.js';
import type { Issue } from '../../../contract/errors.js';
import { wordsFor } from './problem-words.js';

const problem = (code: ApiErrorCode, detail: string, errors: readonly Issue[] = []) =>
  wordsFor({
    type: `urn:postrider:error:${code}`,
    title: API_ERRORS[code].title,
    status: API_ERRORS[code].status,
    detail,
    code,
    requestId: 'req_1',
    retryable: false,
    errors: [...errors],
  });

const issue = (code: string, message: string, rest: Partial<Issue> = {}): Issue => ({
  code,
  severity: 'error',
  message,
  pointer: '/endTime',
  ...rest,
});

it('an empty window is told apart from a badly written time by its code, whatever the message says', () => {
  for (const message of ['`endTime` is the same as `startTime`.', 'No time lies between both.']) {
    const { words } = problem('validation_failed', message, [issue('window_empty', message)]);
    expect(words).not.toContain('such as 17:30');
  }
  const badly = problem('validation_failed', 'x', [issue('format_invalid', 'the same nonsense')]);
  expect(badly.words).toBe('Enter the end as a time of day, such as 17:30.');
});

it('names of the API become labels, and sentences about what no form has are dropped', () => {
  expect(problem('slot_unknown', 'There is no slot s. `GET /v1/queue/slots` lists them.').words).toBe(
    'There is no slot s.',
  );
  expect(problem('state_conflict', '`endTime` was changed. Set `overrides[youtube].title`.').words).toBe(
    'The end was changed. Set “Title”.',
  );
});

it('a text for programs gives way to the form’s own, and any other is kept', () => {
  expect(problem('target_required', 'Name one in `accountIds`.').words).toBe('Choose at least one channel.');
  expect(problem('time_invalid', 'It is more than 5 years ahead.').words).toBe(
    'It is more than 5 years ahead.',
  );
});

it('the name of a server at the beginning of a sentence stays as it is', () => {
  for (const words of ['bsky.social does not accept this.', 'localhost:2583 does not accept this.'])
    expect(problem('sign_in_refused', words).words).toBe(words);
  expect(problem('sign_in_refused', 'nothing was sent.').words).toBe('Nothing was sent.');
});
