import { json } from '../../../networks/answers.js';
import type { SignInData } from './sign-in-data.js';

/** Google: OAuth 2.0 for desktop apps, and YouTube's uploads (developers.google.com, 2026-11). */
export const youtube: SignInData = {
  platform: 'youtube',
  letsLeaveOut: true,
  origins: ['https://youtubeanalytics.googleapis.com'],
  lifetimes: { access: 3599, refresh: 180 * 24 * 3600 },
  renewableWith: { access_type: 'offline', prompt: 'consent' },
  refusals: {
    code: json(400, { error: 'invalid_grant', error_description: 'Bad Request' }),
    app: json(401, { error: 'invalid_client', error_description: 'Unauthorized' }),
    token: json(400, { error: 'invalid_token', error_description: 'Token expired or revoked' }),
  },
};
