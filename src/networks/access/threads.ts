import type { Source } from '../sources.js';
import type { NetworkAccess } from './network-access.js';

const LOGIN: Source = {
  title: 'Threads API: Get access tokens',
  where:
    'https://developers.facebook.com/documentation/threads/get-started/get-access-tokens-and-permissions',
  asOf: '2026-08-12',
};
const START: Source = {
  title: 'Threads API: Get started',
  where: 'https://developers.facebook.com/documentation/threads/get-started',
  asOf: '2026-06-30',
};
const TOKENS: Source = {
  title: 'Threads API: Long-lived tokens',
  where: 'https://developers.facebook.com/docs/threads/get-started/long-lived-tokens',
  asOf: '2026-09',
};
const APP: Source = {
  title: 'Meta: Create an app',
  where: 'https://developers.facebook.com/documentation/development/create-an-app',
  asOf: '2025-09-16',
};
const USE_CASE: Source = {
  title: 'Meta: Customize the use case Access the Threads API',
  where: 'https://developers.facebook.com/documentation/development/create-an-app/threads-use-case',
  asOf: '2025-09-09',
};
const INVITES: Source = {
  title: 'Threads: Website permissions, as public guides describe it',
  where: 'https://www.threads.com/settings/website_permissions',
  asOf: '2026-11',
};

const WEBHOOKS: Source = {
  title: 'Threads API: Webhooks',
  where: 'https://developers.facebook.com/documentation/threads/webhooks',
  asOf: '2026-06-30',
};

/** They live for 60 days: a failed renewal leaves many chances for another. */
const RENEWS_AHEAD_DAYS = 10;

export const threads = {
  methods: ['browser', 'paste'],
  app: {
    consoleUrl: 'https://developers.facebook.com/apps/',
    idName: 'Threads app ID',
    secretName: 'Threads app secret',
    secret: 'required',
    authorizeUrl: 'https://threads.com/oauth/authorize',
    tokenUrl: 'https://graph.threads.com/oauth/access_token',
    endedByOwner: {
      text: 'Threads lets only you end the access of an app: remove it at https://www.threads.com/settings/website_permissions.',
      source: INVITES,
    },
    secretIn: 'body',
    pkce: false,
    scopes: [
      { name: 'threads_basic', for: 'show which account is connected' },
      { name: 'threads_content_publish', for: 'publish' },
      {
        name: 'threads_manage_replies',
        for: 'publish the further posts of a thread, and answer and hide replies',
      },
      { name: 'threads_read_replies', for: 'read replies, and check whether yours were published' },
      {
        name: 'threads_manage_insights',
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
      source: TOKENS,
    },
    cost: { text: 'Free.', source: START },
    review: {
      text: 'None for your own accounts: add them to your app as Threads testers. Meta reviews an app only if accounts of others are to be connected.',
      source: START,
    },
    reviews: [{ id: 'none', name: 'No review' }],
    needs: [
      {
        text: 'Threads returns to https addresses only. Without one, you paste the address that the browser ends on.',
        source: LOGIN,
      },
      {
        text: 'Posts with images or videos need a public https address of this backend, set with --public-url when it starts, because Threads fetches the files from it. Posts without files do not.',
        source: START,
      },
    ],
    errorInBrowser: {
      text: 'If Threads says that you have not accepted the invite to test the app, accept it at https://www.threads.com/settings/website_permissions, under Invites.',
      source: INVITES,
    },
    fetches: {
      kinds: ['images', 'videos'],
      without: 'publish images or videos',
      stillWorks: 'Posts without files work without one.',
      source: START,
    },
    steps: [
      {
        text: 'Sign in with a Facebook account, and register as a developer if Meta asks for it.',
        source: APP,
      },
      {
        text: 'Click Create App, enter a name, and choose the use case Access the Threads API.',
        source: APP,
      },
      {
        text: 'Under Use cases, open this use case, and add the permissions threads_content_publish, threads_manage_replies, threads_read_replies and threads_manage_insights.',
        source: USE_CASE,
      },
      {
        text: 'In its Settings, enter under Redirect Callback URLs, exactly as written: {redirect}. Meta also wants addresses for uninstalling and for deleting data: use the same there, unless this backend has a public address.',
        source: USE_CASE,
      },
      {
        text: 'In its Settings, click Add or Remove Threads Testers, then Add People, choose Threads Tester, and enter the username of your Threads account.',
        source: USE_CASE,
      },
      {
        text: 'Sign in to Threads with that account, open https://www.threads.com/settings/website_permissions, and accept the invitation under Invites. Meta refuses every sign-in before that.',
        source: INVITES,
      },
      {
        text: 'Back in the Settings of the use case, copy the Threads app ID and the Threads app secret. They are not the ID and the secret of the app itself.',
        source: START,
      },
    ],
    notices: {
      fields: [],
      needs: [
        {
          text: 'Threads announces replies only if the app is live, its business is verified, and the account is public.',
          source: WEBHOOKS,
        },
      ],
      steps: [
        {
          text: 'In the Settings of the use case, add Get real-time notifications with Threads Webhooks. Enter {notices} as the callback URL and {verifyToken} as the verify token, and subscribe to the field replies.',
          source: WEBHOOKS,
        },
        {
          text: 'In the same Settings, enter {removed} as the uninstall callback URL and {deletion} as the delete callback URL.',
          source: USE_CASE,
        },
      ],
    },
    standing: [],
  },
} satisfies NetworkAccess;
