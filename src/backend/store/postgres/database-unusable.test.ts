import { describe, expect, it } from 'vitest';
import { unusable } from './database-unusable.js';

const URL_OF_IT = 'postgres://somebody:some-secret@db.example:6432/posts';

const explained = (code: string, message: string) =>
  unusable(Object.assign(new Error(message), { code }), URL_OF_IT) as Error;

describe('a database that cannot be used', () => {
  it.each([
    ['28P01', 'password_wrong', 'Check both'],
    ['3D000', 'not_there', 'Create it first'],
    ['42501', 'not_permitted', 'owner of the database'],
    ['ECONNREFUSED', 'unreachable', 'Check that it is running'],
    ['08006', 'unreachable', 'Check that it is running'],
    // The pooler's refusal of a connection.
    ['08P01', 'refused', 'as the server says it'],
    ['XX000', 'refused', 'as the server says it'],
  ])('is explained by the server’s error code: %s is %s', (code, reason, words) => {
    const error = explained(code, 'as the server says it');
    expect(error).toMatchObject({
      name: 'DatabaseUnusable',
      reason,
      message: expect.stringContaining(words),
    });
    expect(error.message).toContain('postgres://somebody@db.example:6432/posts');
    expect(error.message).not.toContain('some-secret');
  });
});
