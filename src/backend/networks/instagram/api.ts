import type { ContainerApi } from '../meta-graph/containers.js';
import { instagramErrors } from './errors.js';

export const INSTAGRAM_API: ContainerApi = {
  version: '/v25.0',
  errors: instagramErrors,
  profilePath: (handle) => `/${handle}/`,
  edges: { create: 'media', publish: 'media_publish', list: 'media' },
  fields: { status: 'status_code', reason: 'status', text: 'caption' },
};
