import { describe, expect, it } from 'vitest';
import {
  answer,
  html,
  json,
  problem,
  type Reply,
  scriptedServer,
} from '../../../test/support/http/scripted-server.js';
import { errorOf, testClient } from '../../../test/support/test-client.js';
import { OPERATION_IDS, OPERATIONS } from '../../contract/operations.js';
import { VERSION } from '../../version.js';
import { ValidationError } from '../errors/api-errors.js';
import { UnexpectedAnswerError } from '../errors/errors.js';
import { answerFault } from './answer-shape.js';

const raw = (body: string, headers: Record<string, string>): Reply => {
  return (response) => response.writeHead(200, headers).end(body);
};

describe('the shape of an answer', () => {
  it.each(OPERATION_IDS)('%s accepts the example of the contract', (id) => {
    expect(answerFault(id, OPERATIONS[id].example.response)).toBeNull();
  });

  it.each(OPERATION_IDS.filter((id) => id !== 'openapi.get'))('%s refuses other JSON', (id) => {
    for (const other of [
      null,
      [],
      'text',
      7,
      {},
      { error: 'no' },
      { data: null },
      { data: {} },
      [{ id: 'x' }],
    ])
      expect(answerFault(id, other), JSON.stringify(other)).not.toBeNull();
  });

  it('accepts further fields and new values of an enum, as a newer backend sends them', () => {
    const post = { ...OPERATIONS['posts.get'].example.response, status: 'paused', mood: { of: 'the day' } };
    expect(answerFault('posts.get', post)).toBeNull();
  });

  it('says where it differs', () => {
    const page = {
      data: [{ ...OPERATIONS['posts.get'].example.response, targets: [{ id: 5 }] }],
      nextCursor: null,
    };
    expect(answerFault('posts.list', page)).toEqual({
      path: 'data[0].targets[0].id',
      problem: 'is a number, not a text',
    });
  });
});

describe('an answer of something else', () => {
  it.each<[string, Reply, RegExp]>([
    ['an empty 200', raw('', { 'content-type': 'application/json' }), /the answer is empty/],
    ['no content type', raw('ok', {}), /HTTP 200, no content type/],
    ['a page to sign in', html(200, 'Hotel WiFi'), /HTTP 200, text\/html, "Hotel WiFi"/],
    [
      'half of an answer',
      raw('{"id":"post_1",', { 'content-type': 'application/json' }),
      /is incomplete or not JSON/,
    ],
    ['a list', json([]), /the answer is a list, not an object/],
    ['another service', json({ id: 'post_1', user: 'someone' }), /`status` is missing/],
  ])('%s is an error that says so and what to do', async (_name, reply, words) => {
    const server = await scriptedServer(reply);
    const error = await errorOf(testClient(server.url).client.posts.get('post_1'));
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect(error.message).toMatch(words);
    expect(error.message).toContain(`The response from ${server.url} is not from a Postrider backend`);
    expect(error.message).toContain(
      `This client (version ${VERSION}) expected Postrider’s JSON response to GET /v1/posts/{id}.`,
    );
    expect(error.message).toContain('POSTRIDER_BASE_URL');
  });

  it('names both versions if a Postrider backend answered', async () => {
    const reply = answer({ targets: undefined }, 200, { 'postrider-version': '9.1.0' });
    const server = await scriptedServer(reply);
    const error = await errorOf(testClient(server.url).client.posts.get('post_1'));
    expect(error).toMatchObject({ backendVersion: '9.1.0', fault: '`targets` is missing' });
    expect(error.message).toContain(`the client is ${VERSION}, the backend is 9.1.0`);
  });

  it('of an error keeps only the fields that have the expected shape', async () => {
    const wrong = { errors: 'none', choices: {}, current: null, retryAfterSeconds: 'soon' };
    const server = await scriptedServer(problem('validation_failed', Object(wrong)));
    const error = await errorOf(testClient(server.url).client.posts.create({}));
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({ errors: [], retryAfterSeconds: null });
    expect(Object.keys(Object(error)['problem'])).not.toEqual(expect.arrayContaining(['choices']));
  });
});
