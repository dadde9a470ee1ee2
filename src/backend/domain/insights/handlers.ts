import type { Handlers } from '../../operations/call.js';
import { getPostMetrics } from './post-metrics.js';

export const insightHandlers = {
  'posts.metrics': getPostMetrics,
} satisfies Partial<Handlers>;
