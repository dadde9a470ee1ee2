import type { Source } from '../sources.js';
import type { NetworkAccess } from './network-access.js';

const LOGIN: Source = {
  title: 'Instagram Platform: Business Login for Instagram',
  where:
    'https://developers.facebook.com/documentation/instagram-platform/instagram-api-with-instagram-login/business-login',
  asOf: '2026-03-13',
};
const OVERVIEW: Source = {
  title: 'Instagram Platform: Overview',
  where: 'https://developers.facebook.com/documentation/instagram-platform/overview',
  asOf: '2026-06-30',
};
const PUBLISHING: Source = {
  title: 'Instagram Platform: Content publishing',
  where: 'https://developers.facebook.com/documentation/instagram-platform/content-publishing',
  asOf: '2026',
};
const APP: Source = {
  title: 'Meta: Create an app',
  where: 'https://developers.facebook.com/documentation/development/create-an-app',
  asOf: '2025-09-16',
};
const USE_CASE: Source = {
  title: 'Meta: Customize the use case Manage messaging and content on Instagram',
  where: 'https://developers.facebook.com/documentation/development/create-an-app/instagram-use-case',
  asOf: '2026-03-15',
};
const INVITES: Source = {
  title: 'Instagram: Apps and websites, as public guides describe it',
  where: 'https://www.instagram.com/accounts/manage_access/',
  asOf: '2026-11',
};
const SWITCH: Source = {
  title: 'Instagram: Switch to a professional account, as public guides describe it',
  where: 'https://help.instagram.com/502981923235522',
  asOf: '2026-11',
};

const WEBHOOKS: Source = {
  title: 'Instagram Platform: Set up webhooks',
  where: 'https://developers.facebook.com/documentation/instagram-platform/webhooks/setup',
  asOf: '2026-10-20',
};

/** They live for 60 days: a failed renewal leaves many chances for another. */
const RENEWS_AHEAD_DAYS = 10;

export const instagram = {
  methods: ['browser', 'paste'],
  app: {
    consoleUrl: 'https://developers.facebook.com/apps/',
    idName: 'Instagram app ID',
    secretName: 'Instagram app secret',
    secret: 'required',
    authorizeUrl: 'https://www.instagram.com/oauth/authorize',
    tokenUrl: 'https://api.instagram.com/oauth/access_token',
    endedByOwner: {
      text: 'Instagram lets only you end the access of an app: remove it at https://www.instagram.com/accounts/manage_access/.',
      source: INVITES,
    },
    secretIn: 'body',
    pkce: false,
    scopes: [
      { name: 'instagram_business_basic', for: 'show which account is connected' },
      { name: 'instagram_business_content_publish', for: 'publish' },
      { name: 'instagram_business_manage_comments', for: 'read and answer comments' },
      {
        name: 'instagram_business_manage_messages',
        for: 'read and answer direct messages',
        optional: true,
        opens: 'messages',
      },
      {
        name: 'instagram_business_manage_insights',
        for: 'read the numbers of your posts',
        optional: true,
        opens: 'numbers',
      },
    ],
    scopeSeparator: ',',
    redirect: 'https',
    renewsAheadDays: RENEWS_AHEAD_DAYS,
    lifetime: {
      text: `Access lasts 60 days, and Postrider renews it ${RENEWS_AHEAD_DAYS} days before it ends. If the backend is off for longer, connect the account again.`,
      source: LOGIN,
    },
    cost: { text: 'Free.', source: OVERVIEW },
    review: {
      text: 'None for your own accounts: add them to your app. Meta reviews an app only if accounts of others are to be connected.',
      source: OVERVIEW,
    },
    reviews: [{ id: 'none', name: 'No review' }],
    needs: [
      {
        text: 'The account must be a professional one (business or creator). Switching is free: in the Instagram app, open Settings, then Account type and tools.',
        source: OVERVIEW,
      },
      {
        text: 'This backend needs a public https address, set with --public-url when it starts, to publish, because Instagram fetches every image and video from it. Comments, messages and numbers work without one.',
        source: PUBLISHING,
      },
    ],
    errorInBrowser: {
      text: 'If Instagram says “Insufficient Developer Role”, accept the invitation of your app at https://www.instagram.com/accounts/manage_access/, under Tester invites.',
      source: INVITES,
    },
    fetches: {
      kinds: ['images', 'videos'],
      without: 'publish',
      stillWorks: 'Comments, messages and numbers work without one.',
      source: PUBLISHING,
    },
    steps: [
      {
        text: 'Sign in with a Facebook account, and register as a developer if Meta asks for it.',
        source: APP,
      },
      {
        text: 'Click Create App, enter a name, and choose the use case Manage messaging & content on Instagram.',
        source: APP,
      },
      {
        text: 'Under Use cases, open this use case, and choose API setup with Instagram login. Add the permissions instagram_business_content_publish, instagram_business_manage_comments, instagram_business_manage_messages and instagram_business_manage_insights.',
        source: USE_CASE,
      },
      {
        text: 'In the Instagram app, make sure that your account is a professional one: Settings, then Account type and tools.',
        source: SWITCH,
      },
      {
        text: 'Under App roles, then Roles, click Add People, choose Instagram Tester, and enter the username of your account.',
        source: INVITES,
      },
      {
        text: 'Sign in to Instagram with that account, open https://www.instagram.com/accounts/manage_access/, and accept the invitation under Tester invites.',
        source: INVITES,
      },
      {
        text: 'In API setup with Instagram login, set up Instagram business login, and enter in its settings under OAuth redirect URIs, exactly as written: {redirect}',
        source: LOGIN,
      },
      {
        text: 'Copy the Instagram app ID and the Instagram app secret from the same settings. They are not the ID and the secret of the app itself.',
        source: LOGIN,
      },
      {
        text: 'For direct messages, allow access to them in the Instagram app: Settings, Messages and story replies, Message controls, Connected tools.',
        source: INVITES,
      },
    ],
    notices: {
      fields: ['comments', 'messages'],
      needs: [
        {
          text: 'Instagram announces what people write only if the app is live, and comments only if Meta has granted it Advanced Access to instagram_business_manage_comments and the account is public. Otherwise Postrider asks for them.',
          source: WEBHOOKS,
        },
      ],
      steps: [
        {
          text: 'In API setup with Instagram login, open Configure webhooks. Enter {notices} as the callback URL and {verifyToken} as the verify token, and click Verify and save.',
          source: WEBHOOKS,
        },
        { text: 'Subscribe to the fields comments and messages.', source: WEBHOOKS },
        {
          text: 'In the settings of Instagram business login, enter {removed} as the deauthorize callback URL and {deletion} as the data deletion request URL.',
          source: LOGIN,
        },
        { text: 'Connect your accounts again if they were connected before.', source: WEBHOOKS },
      ],
    },
    standing: [],
  },
} satisfies NetworkAccess;
