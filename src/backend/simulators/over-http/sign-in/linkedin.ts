import { json } from '../../../networks/answers.js';
import type { SignInData } from './sign-in-data.js';

const MEMBER = 'urn:li:person:8yMb3qTz1x';
const PAGE = 'urn:li:organization:90417326';
const DAY = 24 * 3600;

/**
 * LinkedIn: a member, with an app that has the products “Share on LinkedIn” and “Sign In with LinkedIn using OpenID
 * Connect”. What it answers to a wrong code: github.com/d3xt3r2909/linkedin_login/issues/77 (2022-10-24).
 */
export const linkedinMember: SignInData = {
  platform: 'linkedin',
  networkUserId: MEMBER,
  accountsByReview: { share_on_linkedin: MEMBER, community_management: PAGE },
  lifetimes: { access: 60 * DAY, refresh: null },
  refusals: {
    code: json(400, {
      error: 'invalid_request',
      error_description:
        'Unable to retrieve access token: appid/redirect uri/code verifier does not match authorization code. Or authorization code expired. Or external member binding exists',
    }),
    app: json(401, { error: 'invalid_client', error_description: 'Client authentication failed' }),
  },
};

/** LinkedIn: a Page, and the member who administers it, with an app that has the product Community Management API. */
export const linkedinPage: SignInData = {
  ...linkedinMember,
  networkUserId: PAGE,
  review: 'community_management',
};
