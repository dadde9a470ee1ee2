import { describe, expect, it } from 'vitest';
import { examplePost } from '../../../../contract/examples.js';
import {
  DELIVERY_ERROR_CODES,
  DELIVERY_ERRORS,
  Diagnosis,
} from '../../../../contract/posts/delivery-errors.js';
import { Post } from '../../../../contract/posts/posts.js';
import { TOOLS } from '../../definitions.js';
import { postFacts } from './post-facts.js';
import { nextStep, statusSentence } from './post-sentences.js';
import { remediesOf } from './remedies.js';

const at = '2026-12-01T08:00:00.000Z';

function diagnosis(code: Diagnosis['code']): Diagnosis {
  return Diagnosis.parse({
    code,
    message: 'It was refused.',
    ...DELIVERY_ERRORS[code],
    retryAt: null,
    network: null,
    occurredAt: at,
  });
}

const [target] = examplePost.targets;

/** A post on two accounts, the second of which has this failure. */
function postWith(code: Diagnosis['code']): Post {
  const status = code === 'outcome_unknown' ? 'unknown' : code === 'missed_window' ? 'missed' : 'failed';
  return Post.parse({
    ...examplePost,
    id: 'post_1',
    status: 'partially_published',
    targets: [
      { ...target, accountId: 'acc_1', status: 'published' },
      { ...target, accountId: 'acc_2', platform: 'x', handle: '@two', status, error: diagnosis(code) },
    ],
  });
}

describe('the next step', () => {
  it.each(DELIVERY_ERROR_CODES)('for %s names existing calls, for the failed account only', (code) => {
    const [said, ...others] = remediesOf(postWith(code));
    expect(others).toEqual([]);
    expect(said).toMatchSnapshot();
    expect(said).not.toContain('acc_1');
    for (const [, name, args = ''] of said?.matchAll(/(postrider_\w+) (\{.*?\}(?=[ ,;.]|$))/g) ?? []) {
      const tool = TOOLS.find((one) => one.name === name);
      expect(tool, name).toBeDefined();
      for (const argument of Object.keys(JSON.parse(args)))
        expect(Object.keys(tool?.input ?? {})).toContain(argument);
    }
  });

  it('for a draft in the inbox of an app is to finish it there, and never to send it again', () => {
    const post = Post.parse({
      ...examplePost,
      id: 'post_1',
      status: 'in_inbox',
      targets: [{ ...target, accountId: 'acc_1', platform: 'tiktok', status: 'in_inbox', url: null }],
    });
    const said = `${statusSentence(post)} ${nextStep(post)}`;
    expect(said).toContain('Not published yet');
    expect(said).toContain('Do not create it again');
    expect(said).toContain(
      'postrider_resolve_post {"id": "post_1", "accountId": "acc_1", "outcome": "check"}',
    );
    expect(said).not.toMatch(/retry_post|send_again/);
  });

  it('for the same failure on several accounts is given once', () => {
    const post = postWith('text_too_long');
    const [, failed] = post.targets;
    const both = { ...post, targets: post.targets.map((one) => ({ ...failed, accountId: one.accountId })) };
    expect(remediesOf(Post.parse(both))).toHaveLength(1);
  });

  it('for parts that cannot be sent after a post found by hand is to add them by hand', () => {
    const error = { ...diagnosis('service_error'), retryable: false };
    const missing = { kind: 'first_comment', index: 1, text: 'Hello', status: 'failed', url: null, error };
    const out = { ...target, status: 'published', parts: [missing] };
    const post = Post.parse({ ...examplePost, status: 'published', incomplete: true, targets: [out] });
    expect(remediesOf(post)).toEqual([
      expect.stringMatching(
        /^Postrider cannot send it: a person has to add first comment to the published post on Bluesky /,
      ),
    ]);
  });
});

it('says that a draft in an inbox is only looked at, and not that it is sent', () => {
  const looked = { ...target, status: 'publishing', phase: 'reconciling', error: null, publishedAt: null };
  const parts = target?.parts.map((part) => ({ ...part, status: 'publishing' }));
  const post = Post.parse({ ...examplePost, status: 'publishing', targets: [{ ...looked, parts }] });
  expect(statusSentence(post)).toMatch(/^Postrider is looking whether it is published on /);
  expect(postFacts(post)['targets']).toMatchObject([
    { posted: expect.stringMatching(/^no, as far as known/) },
  ]);
});
