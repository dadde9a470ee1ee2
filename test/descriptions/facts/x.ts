import type { Facts, Shape } from './fact.js';
import { GRANT, TOKENS } from './sign-in.js';

const PROBLEM: Shape = {
  title: 'text',
  'type?': 'text',
  'detail?': 'text',
  'status?': 'whole',
  'errors?': ['any'],
};
const MEDIA: Shape = {
  data: {
    id: 'text',
    'media_key?': 'text',
    'expires_after_secs?': 'whole',
    'processing_info?': { state: 'text', 'check_after_secs?': 'whole', 'progress_percent?': 'whole' },
  },
};
const POST: Shape = {
  id: 'text',
  text: 'text',
  'author_id?': 'text',
  'conversation_id?': 'text',
  'created_at?': 'text',
  'entities?': {
    'urls?': [{ url: 'text', 'expanded_url?': 'text', 'display_url?': 'text', 'media_key?': 'text' }],
  },
  'referenced_tweets?': [{ type: 'text', id: 'text' }],
  'note_tweet?': { text: 'text' },
  'public_metrics?': {
    retweet_count: 'whole',
    reply_count: 'whole',
    like_count: 'whole',
    quote_count: 'whole',
    'bookmark_count?': 'whole',
    'impression_count?': 'whole',
  },
  'non_public_metrics?': { 'user_profile_clicks?': 'whole', 'url_link_clicks?': 'whole' },
};

const PEOPLE: Shape = { 'users?': [{ id: 'text', name: 'text', username: 'text' }] };

export const X: Facts = {
  source: 'https://api.x.com/2/openapi.json, version 2.167, and https://docs.x.com/x-api',
  asOf: '2026-11',
  facts: [
    {
      call: 'POST /2/tweets',
      json: {
        'text?': 'text',
        'media?': { media_ids: ['text'] },
        'reply?': { in_reply_to_tweet_id: 'text' },
        'reply_settings?': 'text',
        'community_id?': 'text',
        'paid_partnership?': 'flag',
        'made_with_ai?': 'flag',
      },
      answers: { 201: { data: { id: 'text', text: 'text' } }, 400: PROBLEM, 401: PROBLEM, 403: PROBLEM },
    },
    {
      call: 'GET /2/tweets',
      query: { ids: 'text', 'tweet.fields?': 'text', 'post.fields?': 'text', 'expansions?': 'text' },
      answers: { 200: { 'data?': [POST], 'includes?': PEOPLE }, 401: PROBLEM },
    },
    {
      call: 'GET /2/users/{id}/mentions',
      query: {
        'max_results?': 'whole',
        'since_id?': 'text',
        'start_time?': 'text',
        'pagination_token?': 'text',
        'expansions?': 'text',
        'user.fields?': 'text',
        'tweet.fields?': 'text',
        'post.fields?': 'text',
      },
      answers: {
        200: {
          'data?': [POST],
          'includes?': PEOPLE,
          meta: { result_count: 'whole', 'next_token?': 'text' },
        },
      },
    },
    {
      call: 'GET /2/users/{id}/tweets',
      query: {
        'max_results?': 'whole',
        'exclude?': 'text',
        'start_time?': 'text',
        'pagination_token?': 'text',
        'tweet.fields?': 'text',
        'post.fields?': 'text',
      },
      answers: { 200: { 'data?': [POST], meta: { result_count: 'whole', 'next_token?': 'text' } } },
    },
    {
      call: 'GET /2/users/me',
      query: { 'user.fields?': 'text' },
      answers: { 200: { data: { id: 'text', name: 'text', username: 'text' } }, 401: PROBLEM },
    },
    {
      call: 'POST /2/media/upload',
      form: { media: 'text', media_category: 'text', 'additional_owners?': 'text' },
      answers: { 200: MEDIA },
    },
    {
      call: 'GET /2/media/upload',
      query: { media_id: 'text', 'command?': 'text' },
      answers: { 200: MEDIA },
    },
    {
      call: 'POST /2/media/upload/initialize',
      json: { media_type: 'text', total_bytes: 'whole', 'media_category?': 'text' },
      answers: { 200: MEDIA },
    },
    {
      call: 'POST /2/media/upload/{id}/append',
      form: { media: 'text', segment_index: 'whole' },
      answers: { 200: { data: { expires_at: 'whole' } } },
    },
    { call: 'POST /2/media/upload/{id}/finalize', answers: { 200: MEDIA } },
    {
      call: 'POST /2/media/metadata',
      json: { id: 'text', 'metadata?': { 'alt_text?': { text: 'text' } } },
      answers: { 200: { data: { id: 'text' } } },
    },
    {
      call: 'POST /2/oauth2/token',
      form: { ...GRANT, client_id: 'text' },
      answers: { 200: TOKENS },
    },
    {
      call: 'POST /2/oauth2/revoke',
      form: { token: 'text', client_id: 'text' },
      answers: { 200: { revoked: 'flag' } },
    },
  ],
};
