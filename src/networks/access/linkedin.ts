import type { Source } from '../sources.js';
import type { NetworkAccess } from './network-access.js';

const CODE_FLOW: Source = {
  title: 'LinkedIn: Authorization code flow',
  where: 'https://learn.microsoft.com/en-us/linkedin/shared/authentication/authorization-code-flow',
  asOf: '2026',
};
const REFRESH: Source = {
  title: 'LinkedIn: Programmatic refresh tokens',
  where: 'https://learn.microsoft.com/en-us/linkedin/shared/authentication/programmatic-refresh-tokens',
  asOf: '2026',
};
const SHARE: Source = {
  title: 'LinkedIn: Share on LinkedIn',
  where: 'https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/share-on-linkedin',
  asOf: '2026',
};
const SIGN_IN: Source = {
  title: 'LinkedIn: Sign in with LinkedIn using OpenID Connect',
  where:
    'https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2',
  asOf: '2026',
};
const COMMUNITY: Source = {
  title: 'LinkedIn: Community Management overview (li-lms-2026-08)',
  where:
    'https://learn.microsoft.com/en-us/linkedin/marketing/community-management/community-management-overview?view=li-lms-2026-08',
  asOf: '2026-08',
};
const MIGRATIONS: Source = {
  title: 'LinkedIn: Marketing API Migrations, read on 2026-10-02',
  where: 'https://learn.microsoft.com/en-us/linkedin/marketing/integrations/migrations',
  asOf: '2026-10',
};
const ONLY_PRODUCT: Source = {
  title: 'trypost: LinkedIn Pages need an app of their own',
  where: 'https://github.com/trypostit/trypost/issues/73',
  asOf: '2026',
};
const VERIFYING: Source = {
  title: 'Unified docs: LinkedIn OAuth2 app registration',
  where: 'https://docs.unified.to/skills/linkedin-oauth-app/SKILL.md',
  asOf: '2026',
};
const PERMITTED: Source = {
  title: 'LinkedIn settings: Permitted services',
  where: 'https://www.linkedin.com/mypreferences/d/data-sharing-for-permitted-services',
  asOf: '2026, from memory',
};
const REGISTERING: Source = {
  title: 'Frontegg docs: LinkedIn integration',
  where: 'https://developers.frontegg.com/agen-for-work/connectors/marketplace/linkedin',
  asOf: '2026',
};

/** The product that publishes as a Page. Its app can have no other product, so not the one that signs members in. */
export const COMMUNITY_MANAGEMENT = 'community_management';
const SELF_SERVE = 'share_on_linkedin';

/** How long access lasts without a refresh token, and how long before its end to say so, in days. */
export const LINKEDIN_ACCESS_DAYS = { lasts: 60, warnsAhead: 10 } as const;

/**
 * The version of the API that every request names. LinkedIn releases one in most months, not in all, and answers 426 to a
 * version that it has not released or has ended: as of 2026-11, to 202610.
 */
export const LINKEDIN_VERSION = { name: '202609', endsOn: '2027-09-15' } as const;

export const linkedin = {
  methods: ['browser', 'paste'],
  app: {
    consoleUrl: 'https://www.linkedin.com/developers/apps',
    idName: 'Client ID',
    secretName: 'Primary Client Secret',
    secret: 'required',
    authorizeUrl: 'https://www.linkedin.com/oauth/v2/authorization',
    tokenUrl: 'https://www.linkedin.com/oauth/v2/accessToken',
    endedByOwner: {
      text: 'End access in the settings of LinkedIn: Data privacy, Permitted services.',
      source: PERMITTED,
    },
    secretIn: 'body',
    pkce: false,
    deniedAs: ['user_cancelled_login', 'user_cancelled_authorize'],
    scopes: [
      { name: 'openid', for: 'learn which member you are', reviews: [SELF_SERVE] },
      { name: 'profile', for: 'show your name and picture', reviews: [SELF_SERVE] },
      { name: 'r_basicprofile', for: 'show your name and picture', reviews: [COMMUNITY_MANAGEMENT] },
      { name: 'w_member_social', for: 'publish and comment as you' },
      {
        name: 'w_organization_social',
        for: 'publish as your Pages',
        reviews: [COMMUNITY_MANAGEMENT],
      },
      {
        name: 'rw_organization_admin',
        for: 'list the Pages that you administer, read their numbers, and be notified of comments',
        reviews: [COMMUNITY_MANAGEMENT],
      },
      {
        name: 'r_member_postAnalytics',
        for: 'read the numbers of your own posts',
        optional: true,
        reviews: [COMMUNITY_MANAGEMENT],
      },
      {
        name: 'r_member_profileAnalytics',
        for: 'count your own followers',
        optional: true,
        reviews: [COMMUNITY_MANAGEMENT],
      },
      {
        name: 'r_organization_social',
        for: 'read the posts of your Pages',
        optional: true,
        reviews: [COMMUNITY_MANAGEMENT],
      },
      // Comments API, Permissions: https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/comments-api (2026-08).
      {
        name: 'w_member_social_feed',
        for: 'comment as you',
        optional: true,
        reviews: [COMMUNITY_MANAGEMENT],
      },
      {
        name: 'w_organization_social_feed',
        for: 'comment as your Pages',
        optional: true,
        reviews: [COMMUNITY_MANAGEMENT],
      },
      {
        name: 'r_organization_social_feed',
        for: 'read the comments on the posts of your Pages',
        optional: true,
        reviews: [COMMUNITY_MANAGEMENT],
      },
    ],
    redirect: 'localhost',
    lifetime: {
      text: `Access lasts ${LINKEDIN_ACCESS_DAYS.lasts} days and is not renewed: sign in again before it ends. Postrider says so ${LINKEDIN_ACCESS_DAYS.warnsAhead} days before. Only partners that LinkedIn has approved get refresh tokens, which last a year.`,
      source: REFRESH,
    },
    cost: { text: 'LinkedIn charges nothing for publishing.', source: SHARE },
    review: {
      text: 'To publish as yourself, LinkedIn reviews nothing. To publish as a Page, your app needs the product Community Management API, for which LinkedIn checks your organization and your use.',
      source: COMMUNITY,
    },
    reviews: [
      { id: SELF_SERVE, name: 'Share on LinkedIn' },
      { id: COMMUNITY_MANAGEMENT, name: 'Community Management API' },
    ],
    needs: [
      {
        text: 'An app belongs to a LinkedIn Page, whose super administrator confirms it once. It can be a Page that you make for this.',
        source: VERIFYING,
      },
      {
        text: `LinkedIn ends each version of its API after a year. It ends the one that this release of Postrider uses on ${LINKEDIN_VERSION.endsOn}, and then refuses everything: update Postrider before then.`,
        source: MIGRATIONS,
      },
    ],
    steps: [
      {
        text: 'Click Create app. Enter a name, choose your LinkedIn Page, and upload a logo.',
        source: REGISTERING,
      },
      {
        text: 'On the tab Settings click Verify, and have a super administrator of the Page open the address that it shows.',
        source: VERIFYING,
      },
      {
        text: 'On the tab Products, request access to “Share on LinkedIn” and to “Sign In with LinkedIn using OpenID Connect”. Both are granted at once.',
        source: REGISTERING,
      },
      {
        text: 'On the tab Auth, add to the authorized redirect URLs, exactly as written: {redirect}',
        source: CODE_FLOW,
      },
      { text: 'On the same tab, copy the Client ID and the Primary Client Secret.', source: CODE_FLOW },
      {
        text: 'To publish as a Page, create another app in the same way, but request “Community Management API” as its only product. Once LinkedIn has granted it, set that app here in place of the first, with Community Management API as its review: it publishes as your Pages and as you. Accounts that are already connected stay connected.',
        source: ONLY_PRODUCT,
      },
    ],
    standing: [
      {
        reviews: [SELF_SERVE],
        account:
          'LinkedIn lets your app publish as you, and does not let it read posts: Postrider reads no numbers, and cannot find out whether a post was published if the answer is lost.',
        post: () => null,
        source: SIGN_IN,
      },
    ],
  },
} satisfies NetworkAccess;
