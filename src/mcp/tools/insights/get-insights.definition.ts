import { COMPARED_METRICS, INSIGHT_GROUPINGS, METRIC_WINDOWS } from '../../../contract/insights/values.js';
import { defineTool } from '../../definition/tool-definition.js';
import { READ_ONLY } from '../shared/annotations.js';
import { brief, optionalPost, sharedFields } from '../shared/call-fields.js';
import { oneAccount, onePlatform, rangeFrom, rangeTo } from '../shared/list-fields.js';

export const getInsights = defineTool({
  name: 'postrider_get_insights',
  title: 'Read numbers',
  description:
    'Reads what came of published posts, compared at the same age. Pass its notes on: unknown is not 0.',
  toolset: 'posts',
  scope: 'insights:read',
  ...READ_ONLY,
  input: {
    from: { ...rangeFrom, description: 'Default 7 days ago' },
    to: brief(rangeTo),
    postId: { ...brief(optionalPost), documented: 'One post, with its numbers at each age' },
    accountId: brief(oneAccount),
    platform: { ...onePlatform, valuesListedElsewhere: true },
    metric: {
      type: 'string',
      values: COMPARED_METRICS,
      valuesListedElsewhere: true,
      synonyms: { engagement: 'interactions', comments: 'replies' },
      example: 'likes',
      description: 'likes, views, …; default interactions',
    },
    window: {
      type: 'string',
      values: METRIC_WINDOWS,
      valuesListedElsewhere: true,
      synonyms: { '1d': '24h', '72h': '3d', '1w': '7d', '4w': '28d' },
      aliases: ['age'],
      example: '7d',
      documented: 'The age: 1h, 24h, 3d, 7d or 28d. Default: the greatest that all posts have reached',
    },
    groupBy: {
      type: 'string',
      values: INSIGHT_GROUPINGS,
      valuesListedElsewhere: true,
      aliases: ['by'],
      synonyms: { weekday: 'day', hour: 'time', network: 'platform', type: 'format' },
      example: 'platform',
      description: 'account (default), platform, format, day, time',
    },
    response_format: sharedFields.response_format,
  },
});
