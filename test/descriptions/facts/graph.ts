/** What Instagram, Threads and Facebook have in common. */
import type { Fact, Shape } from './fact.js';

export const FAILED: Shape = {
  error: { message: 'text', type: 'text', code: 'whole', 'error_subcode?': 'whole', fbtrace_id: 'text' },
};
export const CREATED = { 200: { id: 'text' }, 400: FAILED, 401: FAILED, 403: FAILED } as const;
export const DONE = { 200: { success: 'flag' }, 400: FAILED } as const;
const PAGING: Shape = { 'cursors?': { 'before?': 'text', 'after?': 'text' }, 'next?': 'text' };
export const list = (shape: Shape, more: Readonly<Record<string, Shape>> = {}): Fact['answers'] => ({
  200: { data: [shape], 'paging?': PAGING, ...more },
  400: FAILED,
});
export const PAGE_QUERY = {
  'fields?': 'text',
  'limit?': 'whole',
  'since?': 'any',
  'after?': 'text',
} as const;
export const PERSON: Shape = { id: 'text', 'username?': 'text', 'name?': 'text' };

export const INSIGHTS: Shape = {
  name: 'text',
  period: 'text',
  'values?': [{ value: 'any' }],
  'total_value?': { value: 'whole' },
  'id?': 'text',
};

/** Conversations are the same on Instagram and Facebook (Messenger Platform). */
export const messages = (version: string): readonly Fact[] => [
  {
    call: `GET ${version}/{id}/messages`,
    query: PAGE_QUERY,
    answers: list({
      id: 'text',
      'created_time?': 'text',
      'from?': PERSON,
      'to?': { data: [PERSON] },
      'message?': 'text',
      'attachments?': 'any',
      'referral?': 'any',
    }),
  },
  {
    call: `GET ${version}/{id}/conversations`,
    query: { platform: 'text', 'fields?': 'text', 'limit?': 'whole', 'after?': 'text', 'user_id?': 'text' },
    answers: list({ id: 'text', 'updated_time?': 'text', 'participants?': { data: [PERSON] } }),
  },
  {
    call: `POST ${version}/{id}/message_attachments`,
    form: { platform: 'text', message: 'text', filedata: 'text' },
    answers: { 200: { attachment_id: 'text' }, 400: FAILED },
  },
  {
    call: `POST ${version}/{id}/messages`,
    form: { recipient: 'text', message: 'text', 'messaging_type?': 'text', 'tag?': 'text' },
    answers: { 200: { recipient_id: 'text', message_id: 'text' }, 400: FAILED },
  },
];

/** Webhooks for Pages, and Instagram Platform: Set up webhooks. */
export const subscriptions = (version: string): readonly Fact[] => [
  { call: `POST ${version}/{id}/subscribed_apps`, form: { subscribed_fields: 'text' }, answers: DONE },
  { call: `DELETE ${version}/{id}/subscribed_apps`, answers: DONE },
];

export const GRAPH = '/v25.0';
