import * as z from 'zod';
import { Account, AccountListQuery, AccountPage, AccountParams } from './accounts.js';
import { exampleAccount, exampleCreate, exampleMe, examplePost, exampleValidation } from './examples.js';
import { Health } from './health.js';
import { Me } from './me.js';
import type { Operation, ScopeRule } from './operation.js';
import { CreatePost, PostDraft, scheduleModeOf } from './post-content.js';
import {
  CreatedPost,
  Post,
  PostListQuery,
  PostPage,
  PostParams,
  PostQuery,
  PostValidation,
} from './posts.js';

/** Drafts may be made by a key that may not publish; anything with a time, or now, may not. */
const writeOrPublish: ScopeRule = {
  anyOf: ['posts:write', 'posts:publish'],
  explain: '`posts:write` for a draft, `posts:publish` for anything that is due now or later.',
  of: (body) => (scheduleModeOf(CreatePost.parse(body)) === 'draft' ? 'posts:write' : 'posts:publish'),
};

/** Every operation of the API, once. Client, routes, permissions, OpenAPI and reference are made from it. */
export const OPERATIONS = {
  'health.get': {
    method: 'GET',
    path: '/healthz',
    tag: 'Service',
    summary: 'Whether the service answers',
    access: 'public',
    status: 200,
    response: Health,
    errors: [],
    example: { response: { status: 'ok', service: 'postrider', version: '0.1.0' } },
  },
  'openapi.get': {
    method: 'GET',
    path: '/openapi.json',
    tag: 'Service',
    summary: 'This description',
    access: 'public',
    status: 200,
    response: z.record(z.string(), z.unknown()),
    errors: [],
    example: { response: { openapi: '3.1.1' } },
  },
  'me.get': {
    method: 'GET',
    path: '/v1/me',
    tag: 'Service',
    summary: 'The key in use, its workspace, and the server’s time',
    access: 'any_key',
    status: 200,
    response: Me,
    errors: [],
    example: { response: exampleMe },
  },
  'accounts.list': {
    method: 'GET',
    path: '/v1/accounts',
    tag: 'Accounts',
    summary: 'List the connected channels and their health',
    access: 'accounts:read',
    query: AccountListQuery,
    status: 200,
    response: AccountPage,
    errors: ['cursor_invalid'],
    paged: true,
    example: { query: { platform: 'bluesky' }, response: { data: [exampleAccount], nextCursor: null } },
  },
  'accounts.get': {
    method: 'GET',
    path: '/v1/accounts/{id}',
    tag: 'Accounts',
    summary: 'Read one connected channel',
    access: 'accounts:read',
    params: AccountParams,
    status: 200,
    response: Account,
    errors: ['account_not_found'],
    example: { params: { id: exampleAccount.id }, response: exampleAccount },
  },
  'posts.create': {
    method: 'POST',
    path: '/v1/posts',
    tag: 'Posts',
    summary: 'Draft, schedule or publish a post',
    description:
      'A target is made for each account. `now` and `schedule` are refused with all faults at once where a network would refuse the post; a draft keeps them as `issues`. Send an `Idempotency-Key`: the same request with the same key acts once.',
    access: writeOrPublish,
    body: CreatePost,
    status: 201,
    response: CreatedPost,
    errors: [
      'target_required',
      'account_ambiguous',
      'account_not_found',
      'time_required',
      'time_invalid',
      'time_conflict',
      'time_in_past',
      'zone_unknown',
      'rules_violated',
      'duplicate_post',
      'idempotency_key_reused',
      'request_in_progress',
      'payload_too_large',
      'content_type_unsupported',
    ],
    keyed: true,
    example: { body: exampleCreate, response: { ...examplePost, warnings: [] } },
  },
  'posts.validate': {
    method: 'POST',
    path: '/v1/posts/validate',
    tag: 'Posts',
    summary: 'Try a post without creating it',
    description:
      'The dry run of create: per target what would be sent, counted as that network counts, with the room left and all errors and warnings.',
    access: 'posts:write',
    body: PostDraft,
    status: 200,
    response: PostValidation,
    errors: ['payload_too_large', 'content_type_unsupported'],
    example: { body: exampleCreate, response: exampleValidation },
  },
  'posts.list': {
    method: 'GET',
    path: '/v1/posts',
    tag: 'Posts',
    summary: 'List posts',
    access: 'posts:read',
    query: PostListQuery,
    status: 200,
    response: PostPage,
    errors: ['cursor_invalid'],
    paged: true,
    example: { query: { status: 'scheduled,draft' }, response: { data: [examplePost], nextCursor: null } },
  },
  'posts.get': {
    method: 'GET',
    path: '/v1/posts/{id}',
    tag: 'Posts',
    summary: 'Read a post: status, URLs at the networks, diagnostics',
    access: 'posts:read',
    params: PostParams,
    query: PostQuery,
    status: 200,
    response: Post,
    errors: ['post_not_found'],
    example: { params: { id: examplePost.id }, query: { wait: 20 }, response: examplePost },
  },
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof OPERATIONS;

export const OPERATION_IDS = Object.keys(OPERATIONS) as OperationId[];

type Part<Id extends OperationId, Name extends 'params' | 'query' | 'body'> =
  (typeof OPERATIONS)[Id] extends Readonly<Record<Name, infer Schema extends z.ZodType>> ? Schema : never;

/** What a caller sends. `never` where an operation has no such part. */
export type ParamsOf<Id extends OperationId> = z.input<Part<Id, 'params'>>;
export type QueryOf<Id extends OperationId> = z.input<Part<Id, 'query'>>;
export type BodyOf<Id extends OperationId> = z.input<Part<Id, 'body'>>;
export type ResponseOf<Id extends OperationId> = z.output<(typeof OPERATIONS)[Id]['response']>;

/** What a handler receives: the same, after validation. */
export type ParsedParamsOf<Id extends OperationId> = z.output<Part<Id, 'params'>>;
export type ParsedQueryOf<Id extends OperationId> = z.output<Part<Id, 'query'>>;
export type ParsedBodyOf<Id extends OperationId> = z.output<Part<Id, 'body'>>;
