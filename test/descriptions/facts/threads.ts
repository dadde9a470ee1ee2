import type { Fact, Facts, Shape } from './fact.js';
import { CREATED, DONE, FAILED, INSIGHTS, list, PAGE_QUERY } from './graph.js';
import { GRANT, longLivedAccess } from './sign-in.js';

/** What a reply has besides the fields of a post (Reply management, 2026-02-13). */
const REPLY = {
  'username?': 'text',
  'is_reply?': 'flag',
  'root_post?': { id: 'text' },
  'replied_to?': { id: 'text' },
  'is_reply_owned_by_me?': 'flag',
  'hide_status?': 'text',
} as const satisfies Readonly<Record<string, Shape>>;

export const THREADS: Facts = {
  source:
    'https://developers.facebook.com/documentation/threads: Get access tokens, Posts, Reply management, Insights',
  asOf: '2026-11',
  facts: [
    {
      call: 'POST /v1.0/{id}/threads',
      form: {
        media_type: 'text',
        'text?': 'text',
        'image_url?': 'text',
        'video_url?': 'text',
        'alt_text?': 'text',
        'is_carousel_item?': 'flag',
        'children?': 'text',
        'link_attachment?': 'text',
        'reply_to_id?': 'text',
        'reply_control?': 'text',
        'topic_tag?': 'text',
        'quote_post_id?': 'text',
      },
      answers: CREATED,
    },
    {
      call: 'POST /oauth/access_token',
      form: { ...GRANT, client_id: 'text', client_secret: 'text' },
      answers: { 200: { access_token: 'text', user_id: 'whole' } },
    },
    ...longLivedAccess,
    {
      call: 'GET /v1.0/debug_token',
      query: { input_token: 'text' },
      answers: {
        200: {
          data: {
            type: 'text',
            is_valid: 'flag',
            scopes: ['text'],
            user_id: 'text',
            'expires_at?': 'whole',
            'data_access_expires_at?': 'whole',
          },
        },
        400: FAILED,
      },
    },
    { call: 'POST /v1.0/{id}/threads_publish', form: { creation_id: 'text' }, answers: CREATED },
    {
      call: 'GET /v1.0/{id}',
      query: { fields: 'text' },
      answers: {
        200: {
          id: 'text',
          'status?': 'text',
          'error_message?': 'text',
          'permalink?': 'text',
          'timestamp?': 'text',
          'text?': 'text',
          ...REPLY,
        },
        400: FAILED,
      },
    },
    ...(['threads', 'replies'] as const).map(
      (edge): Fact => ({
        call: `GET /v1.0/{id}/${edge}`,
        query: PAGE_QUERY,
        answers: list({
          id: 'text',
          'permalink?': 'text',
          'timestamp?': 'text',
          'text?': 'text',
          ...REPLY,
        }),
      }),
    ),
    {
      call: 'GET /v1.0/{id}/conversation',
      query: { ...PAGE_QUERY, 'reverse?': 'flag' },
      answers: list({ id: 'text', 'permalink?': 'text', 'timestamp?': 'text', 'text?': 'text', ...REPLY }),
    },
    { call: 'POST /v1.0/{id}/manage_reply', form: { hide: 'flag' }, answers: DONE },
    ...(['insights', 'threads_insights'] as const).map(
      (edge): Fact => ({
        call: `GET /v1.0/{id}/${edge}`,
        query: { metric: 'text' },
        answers: list(INSIGHTS),
      }),
    ),
  ],
};
