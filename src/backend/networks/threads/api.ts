import type { ContainerApi } from '../meta-graph/containers.js';
import { threadsErrors } from './errors.js';

export const THREADS_API: ContainerApi = {
  version: '/v1.0',
  errors: threadsErrors,
  profilePath: (handle) => `/@${handle}`,
  edges: { create: 'threads', publish: 'threads_publish', list: 'threads', answers: 'replies' },
  fields: { status: 'status', reason: 'error_message', text: 'text' },
};
