import type { Handlers } from '../../operations/call.js';
import { getAccountMetrics } from './account-metrics.js';
import { getInsights } from './insights.js';
import { getPostMetrics } from './post-metrics.js';

export const insightHandlers = {
  'posts.metrics': getPostMetrics,
  'insights.get': getInsights,
  'accounts.metrics': getAccountMetrics,
} satisfies Partial<Handlers>;
