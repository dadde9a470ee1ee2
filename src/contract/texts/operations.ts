import type { Operation, ScopeRule } from '../operation.js';
import { limitText } from '../service/workspace-limits.js';
import {
  CreateSavedText,
  DeletedSavedText,
  SavedText,
  SavedTextListQuery,
  SavedTextPage,
  SavedTextParams,
  UpdateSavedText,
} from './texts.js';

const exampleSavedText = {
  id: 'txt_01k9x3m5t7v9b2c4d6f8g0h1jk',
  name: 'Hashtags',
  kind: 'post',
  text: '#bakery #berlin',
  createdAt: '2026-12-01T08:00:00.000Z',
  updatedAt: '2026-12-01T08:00:00.000Z',
};

const params = { id: exampleSavedText.id };

/** Who writes posts or replies can read what to insert into them, without reading the posts of others. */
const readersAndWriters: ScopeRule = {
  anyOf: ['posts:read', 'posts:write', 'comments:write', 'messages:write'],
  explain: '`posts:read`, `posts:write`, `comments:write` or `messages:write`: one of them is enough.',
  of: () => null,
};

/** Texts that people insert into posts and replies. */
export const SAVED_TEXT_OPERATIONS = {
  'savedTexts.list': {
    method: 'GET',
    path: '/v1/saved-texts',
    tag: 'Texts',
    summary: 'List saved texts by kind and name',
    access: readersAndWriters,
    query: SavedTextListQuery,
    status: 200,
    response: SavedTextPage,
    errors: [],
    paged: true,
    example: { query: { kind: 'post' }, response: { data: [exampleSavedText], nextCursor: null } },
  },
  'savedTexts.create': {
    method: 'POST',
    path: '/v1/saved-texts',
    tag: 'Texts',
    summary: 'Save a text or a group of hashtags',
    description: limitText('saved_texts'),
    access: 'posts:write',
    body: CreateSavedText,
    status: 201,
    response: SavedText,
    errors: ['name_taken', 'limit_reached'],
    keyed: true,
    example: { body: { name: 'Hashtags', text: '#bakery #berlin' }, response: exampleSavedText },
  },
  'savedTexts.update': {
    method: 'PATCH',
    path: '/v1/saved-texts/{id}',
    tag: 'Texts',
    summary: 'Change a saved text',
    description: 'Posts and replies into which it was inserted stay as they are.',
    access: 'posts:write',
    params: SavedTextParams,
    body: UpdateSavedText,
    status: 200,
    response: SavedText,
    errors: ['saved_text_not_found', 'name_taken'],
    example: {
      params,
      body: { text: '#bakery #berlin #bread' },
      response: { ...exampleSavedText, text: '#bakery #berlin #bread' },
    },
  },
  'savedTexts.delete': {
    method: 'DELETE',
    path: '/v1/saved-texts/{id}',
    tag: 'Texts',
    summary: 'Delete a saved text',
    access: 'posts:write',
    params: SavedTextParams,
    status: 200,
    response: DeletedSavedText,
    errors: ['saved_text_not_found'],
    example: { params, response: { id: exampleSavedText.id, deleted: true } },
  },
} as const satisfies Record<string, Operation>;
