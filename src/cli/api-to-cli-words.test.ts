import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Operation } from '../contract/operation.js';
import { OPERATIONS } from '../contract/operations.js';
import { ARGUMENTS, COMMANDS_FOR, FLAGS, flagFor, toCliWording } from './api-to-cli-words.js';
import type { Command } from './command.js';
import { COMMANDS } from './command-table.js';
import { GLOBAL_OPTIONS } from './global-options.js';

const flagsOf = ({ options }: Pick<Command, 'options'>): string[] =>
  Object.values(options).flatMap(({ flags }) => flags.match(/--[\w-]+/g) ?? []);

const fieldsOf = ({ query, body }: Operation): string[] => [
  ...Object.keys(query?.shape ?? {}),
  ...Object.keys(body?.shape ?? {}),
];

/** Fields of the objects in a request, such as `campaign` in `linkTags`. */
const innerFieldsOf = ({ body }: Operation): string[] =>
  Object.values(body?.shape ?? {}).flatMap((field) => {
    const inner: unknown = field instanceof z.ZodOptional ? field.unwrap() : field;
    return inner instanceof z.ZodObject ? Object.keys(inner.shape) : [];
  });

/** Fields that the command line sets itself, from an argument or from what the command is. */
const SET_BY_COMMAND: readonly string[] = [
  'action',
  'active',
  'at',
  'attachments',
  'bytes',
  'callbackUrl',
  'clickToMessage',
  'code',
  'contentType',
  'conversationId',
  'eventId',
  'expiresInSeconds',
  'hidden',
  'humanAgent',
  'returnUrl',
  'kind',
  'live',
  'networkPostId',
  'operation',
  'parentCommentId',
  'premium',
  'private',
  'result',
  'returnUrl',
  'scheduleMode',
  'start',
  'targetId',
  'type',
  'unanswered',
  'unread',
  'unused',
  'wait',
];

describe('the words of the API in a terminal', () => {
  it.each(COMMANDS.filter(({ operations }) => operations !== undefined))(
    '$name names its own flags',
    (command) => {
      for (const id of command.operations ?? []) {
        for (const field of fieldsOf(OPERATIONS[id])) {
          const flag = flagFor(field, id);
          if (flag === null) expect(SET_BY_COMMAND).toContain(field);
        }
      }
    },
  );

  it('are flags that exist, of a command that sets the field', () => {
    for (const field of Object.keys(FLAGS)) {
      const flag = flagFor(field)?.split(' ')[0] ?? '';
      if (!flag.startsWith('--')) continue;
      const setters = COMMANDS.filter(({ operations = [] }) =>
        operations.some(
          (id) =>
            field === 'idempotencyKey' ||
            [...fieldsOf(OPERATIONS[id]), ...innerFieldsOf(OPERATIONS[id])].includes(field),
        ),
      );
      const known = [...setters.flatMap(flagsOf), ...GLOBAL_OPTIONS.flatMap(({ flags }) => flags.split(' '))];
      expect(known, field).toContain(flag);
    }
  });

  it('name commands that make the request', () => {
    for (const { operation, method, command } of COMMANDS_FOR) {
      const found = COMMANDS.find(({ name }) => command === name || command.startsWith(`${name} --`));
      expect(found?.operations, command).toContain(operation);
      expect(OPERATIONS[operation].method).toBe(method);
    }
    for (const id of Object.keys(ARGUMENTS)) expect(Object.keys(OPERATIONS)).toContain(id);
  });

  it.each([
    ['Set `scheduledAt` to a later time.', 'Set --at to a later time.'],
    ['To publish immediately, use `scheduleMode: now`.', 'To publish immediately, use --now.'],
    ['`url` is only allowed with `outcome: published`.', '--url is only allowed with --outcome published.'],
    ['Set `overrides[youtube].title`.', 'Set youtube.title (--set).'],
    ['Use `PATCH /v1/posts/post_1`.', 'Use "postrider posts edit post_1".'],
    ['`accountIds[1]` must be a string.', '--account must be a string.'],
    ['It failed. See `errors`.', 'It failed.'],
    ['See `errors`.', 'See errors.'],
  ])('%s → %s', (message, worded) => {
    expect(toCliWording(message).replace(/"\S*postrider\S* /, '"postrider ')).toBe(worded);
  });
});
