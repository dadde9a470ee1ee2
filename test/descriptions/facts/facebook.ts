import type { Fact, Facts, Shape } from './fact.js';
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
import { GRANT, TOKENS } from './sign-in.js';

const UPLOAD: Shape = { 'video_id?': 'text', 'upload_url?': 'text', 'success?': 'flag', 'post_id?': 'text' };

/** The fields of every call: the proof of an app that demands it (Graph API: Securing requests, 2026). */
const proving = (fact: Fact): Fact => ({ ...fact, query: { 'appsecret_proof?': 'text', ...fact.query } });

const FACTS: readonly Fact[] = [
  {
    call: `POST ${GRAPH}/oauth/access_token`,
    form: { ...GRANT, 'fb_exchange_token?': 'text', client_id: 'text', client_secret: 'text' },
    answers: { 200: TOKENS, 400: FAILED },
  },
  {
    call: `GET ${GRAPH}/debug_token`,
    query: { input_token: 'text' },
    answers: {
      200: {
        data: {
          type: 'text',
          is_valid: 'flag',
          'expires_at?': 'whole',
          'data_access_expires_at?': 'whole',
          'scopes?': ['text'],
        },
      },
    },
  },
  {
    call: `GET ${GRAPH}/me/permissions`,
    answers: list({ permission: 'text', status: 'text' }),
  },
  {
    call: `GET ${GRAPH}/me/accounts`,
    query: PAGE_QUERY,
    answers: list({
      id: 'text',
      name: 'text',
      access_token: 'text',
      tasks: ['text'],
      'username?': 'text',
      'link?': 'text',
      'picture?': { data: { url: 'text' } },
    }),
  },
  { call: `DELETE ${GRAPH}/{id}/permissions`, answers: DONE },
  {
    call: `POST ${GRAPH}/{id}/feed`,
    form: {
      'message?': 'text',
      'link?': 'text',
      'attached_media[0]?': 'text',
      'attached_media[1]?': 'text',
    },
    answers: CREATED,
  },
  {
    call: `POST ${GRAPH}/{id}/photos`,
    form: {
      'source?': 'text',
      'url?': 'text',
      'published?': 'flag',
      'alt_text_custom?': 'text',
      'caption?': 'text',
    },
    answers: CREATED,
  },
  {
    call: `POST ${GRAPH}/{id}/videos`,
    form: { file_url: 'text', 'title?': 'text', 'description?': 'text', 'published?': 'flag' },
    answers: CREATED,
  },
  ...(['video_reels', 'video_stories'] as const).map(
    (edge): Fact => ({
      call: `POST ${GRAPH}/{id}/${edge}`,
      form: {
        upload_phase: 'text',
        'video_id?': 'text',
        'video_state?': 'text',
        'title?': 'text',
        'description?': 'text',
      },
      answers: { 200: UPLOAD, 400: FAILED },
    }),
  ),
  {
    call: `POST ${GRAPH}/{id}/photo_stories`,
    form: { photo_id: 'text' },
    answers: { 200: { success: 'flag', post_id: 'text' }, 400: FAILED },
  },
  { call: `POST https://rupload.facebook.com/video-upload${GRAPH}/{id}`, answers: DONE },
  {
    call: `GET ${GRAPH}/{id}/published_posts`,
    query: PAGE_QUERY,
    answers: list({ id: 'text', 'message?': 'text', 'created_time?': 'text', 'permalink_url?': 'text' }),
  },
  {
    call: `GET ${GRAPH}/{id}/stories`,
    query: PAGE_QUERY,
    answers: list({ post_id: 'text', 'media_id?': 'text', 'url?': 'text' }),
  },
  {
    // A post, a video, a comment or a conversation, as `fields` asks.
    call: `GET ${GRAPH}/{id}`,
    query: { fields: 'text' },
    answers: {
      200: {
        id: 'text',
        'permalink_url?': 'text',
        'message?': 'text',
        'created_time?': 'text',
        'status?': { video_status: 'text' },
        'post_id?': 'text',
        'from?': PERSON,
        'is_hidden?': 'flag',
        'updated_time?': 'text',
        'participants?': { data: [PERSON] },
        'name?': 'text',
      },
      400: FAILED,
    },
  },
  {
    call: `GET ${GRAPH}/{id}/comments`,
    query: { ...PAGE_QUERY, 'filter?': 'text', 'order?': 'text' },
    answers: list({
      id: 'text',
      message: 'text',
      created_time: 'text',
      'from?': PERSON,
      'is_hidden?': 'flag',
      'permalink_url?': 'text',
    }),
  },
  { call: `POST ${GRAPH}/{id}/comments`, form: { message: 'text' }, answers: CREATED },
  { call: `POST ${GRAPH}/{id}`, form: { is_hidden: 'flag' }, answers: DONE },
  { call: `DELETE ${GRAPH}/{id}`, answers: DONE },
  ...subscriptions(GRAPH),
  {
    call: `GET ${GRAPH}/{id}/insights`,
    query: { metric: 'text', 'period?': 'text' },
    answers: list(INSIGHTS),
  },
  ...messages(GRAPH),
];

export const FACEBOOK: Facts = {
  source:
    'https://developers.facebook.com/docs/pages-api, /docs/video-api (Reels, Stories), /docs/facebook-login, and /docs/graph-api/reference',
  asOf: '2026-11',
  facts: FACTS.map(proving),
};
