import type { Facts } from './fact.js';
import {
  CREATED,
  DONE,
  FAILED,
  GRAPH,
  INSIGHTS,
  list,
  messages,
  PAGE_QUERY,
  PERSON,
  subscriptions,
} from './graph.js';
import { GRANT, longLivedAccess } from './sign-in.js';

export const INSTAGRAM: Facts = {
  source:
    'https://developers.facebook.com/docs/instagram-platform: Business Login, Content publishing, Comments, Messaging, Insights',
  asOf: '2026-11',
  facts: [
    {
      call: `POST ${GRAPH}/{id}/media`,
      form: {
        'image_url?': 'text',
        'video_url?': 'text',
        'media_type?': 'text',
        'caption?': 'text',
        'alt_text?': 'text',
        'is_carousel_item?': 'flag',
        'children?': 'text',
        'cover_url?': 'text',
        'thumb_offset?': 'whole',
        'share_to_feed?': 'flag',
        'collaborators?': 'text',
        'location_id?': 'text',
        'user_tags?': 'text',
        'audio_name?': 'text',
        'is_ai_generated?': 'flag',
      },
      answers: CREATED,
    },
    {
      call: 'POST https://api.instagram.com/oauth/access_token',
      form: { ...GRANT, client_id: 'text', client_secret: 'text' },
      // The documentation shows the tokens within a list, and the network also sends them without one.
      answers: { 200: { 'data?': [{ access_token: 'text', user_id: 'text', permissions: 'text' }] } },
    },
    ...longLivedAccess,
    { call: `POST ${GRAPH}/{id}/media_publish`, form: { creation_id: 'text' }, answers: CREATED },
    {
      call: `GET ${GRAPH}/{id}/media`,
      query: PAGE_QUERY,
      answers: list({ id: 'text', 'permalink?': 'text', 'timestamp?': 'text', 'caption?': 'text' }),
    },
    {
      // A container, a post, a comment or a conversation, as `fields` asks.
      call: `GET ${GRAPH}/{id}`,
      query: { fields: 'text' },
      answers: {
        200: {
          id: 'text',
          'status_code?': 'text',
          'status?': 'text',
          'permalink?': 'text',
          'timestamp?': 'text',
          'caption?': 'text',
          'text?': 'text',
          'username?': 'text',
          'from?': PERSON,
          'hidden?': 'flag',
          'parent_id?': 'text',
          'updated_time?': 'text',
          'participants?': { data: [PERSON] },
          'followers_count?': 'whole',
        },
        400: FAILED,
      },
    },
    {
      call: `GET ${GRAPH}/{id}/comments`,
      query: PAGE_QUERY,
      answers: list({ id: 'text', text: 'text', timestamp: 'text', 'username?': 'text', 'from?': PERSON }),
    },
    { call: `POST ${GRAPH}/{id}/comments`, form: { message: 'text' }, answers: CREATED },
    {
      call: `GET ${GRAPH}/{id}/replies`,
      query: PAGE_QUERY,
      answers: list({
        id: 'text',
        text: 'text',
        timestamp: 'text',
        'username?': 'text',
        'parent_id?': 'text',
      }),
    },
    { call: `POST ${GRAPH}/{id}/replies`, form: { message: 'text' }, answers: CREATED },
    { call: `POST ${GRAPH}/{id}`, form: { hide: 'flag' }, answers: DONE },
    { call: `DELETE ${GRAPH}/{id}`, answers: DONE },
    ...subscriptions(GRAPH),
    {
      call: `GET ${GRAPH}/{id}/insights`,
      query: { metric: 'text', 'period?': 'text' },
      answers: list(INSIGHTS),
    },
    ...messages(GRAPH),
  ],
};
