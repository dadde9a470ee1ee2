import type { Facts } from './fact.js';
import { GRANT, OAUTH_FAILED, TOKENS } from './sign-in.js';

/** What Google's discovery documents leave out: the sign-in, and the file of an upload in chunks. */
export const GOOGLE: Facts = {
  source:
    'https://developers.google.com/identity/protocols/oauth2/native-app, and https://developers.google.com/youtube/v3/guides/using_resumable_upload_protocol',
  asOf: '2026-11',
  facts: [
    {
      call: 'POST https://oauth2.googleapis.com/token',
      form: { ...GRANT, client_id: 'text', 'client_secret?': 'text' },
      answers: { 200: TOKENS, 400: OAUTH_FAILED },
    },
    { call: 'POST https://oauth2.googleapis.com/revoke', form: { token: 'text' }, answers: { 200: 'any' } },
    // Until the last chunk the answer says how much has arrived, in the header `range`.
    {
      call: 'PUT https://www.googleapis.com/upload/youtube/v3/videos/{upload}',
      answers: { 200: 'any', 201: 'any', 308: null },
    },
  ],
};
