import type { Operation } from '../operation.js';
import { limitText } from '../service/workspace-limits.js';
import {
  CreateLabel,
  DeletedLabel,
  Label,
  LabelListQuery,
  LabelPage,
  LabelParams,
  UpdateLabel,
} from './labels.js';

const exampleLabel = {
  id: 'lbl_01k9x3m5t7v9b2c4d6f8g0h1jk',
  name: 'Launch',
  color: 'blue',
  posts: { count: 12, isExact: true },
  createdAt: '2026-12-01T08:00:00.000Z',
  updatedAt: '2026-12-01T08:00:00.000Z',
};

const params = { id: exampleLabel.id };

/** The labels that bring order into posts. */
export const LABEL_OPERATIONS = {
  'labels.list': {
    method: 'GET',
    path: '/v1/labels',
    tag: 'Labels',
    summary: 'List labels by name, with the number of their posts',
    access: 'posts:read',
    query: LabelListQuery,
    status: 200,
    response: LabelPage,
    errors: [],
    paged: true,
    example: { response: { data: [exampleLabel], nextCursor: null } },
  },
  'labels.create': {
    method: 'POST',
    path: '/v1/labels',
    tag: 'Labels',
    summary: 'Create a label',
    description: `A post that names a new label creates it, too. ${limitText('labels')}`,
    access: 'posts:write',
    body: CreateLabel,
    status: 201,
    response: Label,
    errors: ['name_taken', 'limit_reached'],
    keyed: true,
    example: {
      body: { name: 'Launch', color: 'blue' },
      response: { ...exampleLabel, posts: { count: 0, isExact: true } },
    },
  },
  'labels.update': {
    method: 'PATCH',
    path: '/v1/labels/{id}',
    tag: 'Labels',
    summary: 'Rename or recolour a label',
    description: 'Its posts keep it, and show the new name.',
    access: 'posts:write',
    params: LabelParams,
    body: UpdateLabel,
    status: 200,
    response: Label,
    errors: ['label_not_found', 'name_taken'],
    example: { params, body: { color: 'green' }, response: { ...exampleLabel, color: 'green' } },
  },
  'labels.delete': {
    method: 'DELETE',
    path: '/v1/labels/{id}',
    tag: 'Labels',
    summary: 'Delete a label, but keep its posts',
    access: 'posts:write',
    params: LabelParams,
    status: 200,
    response: DeletedLabel,
    errors: ['label_not_found'],
    example: { params, response: { id: exampleLabel.id, deleted: true } },
  },
} as const satisfies Record<string, Operation>;
