import type { Source } from '../sources.js';
import type { AccessScope, NetworkAccess } from './network-access.js';

const PAGES: Source = {
  title: 'Pages API: Get started',
  where: 'https://developers.facebook.com/documentation/pages-api/getting-started',
  asOf: '2026, v25.0',
};
const MODES: Source = {
  title: 'Meta: App modes',
  where: 'https://developers.facebook.com/documentation/development/build-and-test/app-modes',
  asOf: '2025-05-05',
};
const CREATING: Source = {
  title: 'Meta: Create an app',
  where: 'https://developers.facebook.com/documentation/development/create-an-app',
  asOf: '2025-09-16',
};
const PERMISSIONS: Source = {
  title: 'Meta: Permissions reference',
  where: 'https://developers.facebook.com/docs/permissions',
  asOf: '2026',
};
const LONG_LIVED: Source = {
  title: 'Facebook Login: Long-lived access tokens',
  where: 'https://developers.facebook.com/documentation/facebook-login/guides/access-tokens/get-long-lived',
  asOf: '2026, v25.0',
};
const BUSINESS_LOGIN: Source = {
  title: 'Nango docs: Facebook Login for Business',
  where:
    'https://nango.dev/docs/api-integrations/facebook-login-for-business/how-to-register-your-own-facebook-login-for-business-api-oauth-app',
  asOf: '2026',
};
const CONFIGURATIONS: Source = {
  title: 'Meta: Facebook Login for Business',
  where: 'https://developers.facebook.com/docs/facebook-login/facebook-login-for-business/',
  asOf: '2026',
};
const LIVE: Source = {
  title: 'Postiz docs: Facebook',
  where: 'https://docs.postiz.com/providers/facebook',
  asOf: '2026',
};

const VIDEOS: Source = {
  title: 'Graph API: Page videos (file_url)',
  where: 'https://developers.facebook.com/docs/graph-api/reference/page/videos/',
  asOf: '2026, v25.0',
};

const WEBHOOKS: Source = {
  title: 'Pages API: Webhooks for Pages',
  where: 'https://developers.facebook.com/documentation/pages-api/webhooks-for-pages',
  asOf: '2026, v25.0',
};
const ENDPOINT: Source = {
  title: 'Graph API: Webhooks, Get started',
  where: 'https://developers.facebook.com/docs/graph-api/webhooks/getting-started/',
  asOf: '2026, v25.0',
};
const DELETION: Source = {
  title: 'Meta: Data deletion request callback',
  where:
    'https://developers.facebook.com/docs/development/create-an-app/app-dashboard/data-deletion-callback/',
  asOf: '2026',
};

const VERSION = 'v25.0';
const IN_DEVELOPMENT = 'development';
const LIVE_APP = 'live';

const SCOPES = [
  { name: 'pages_show_list', for: 'list the Pages that you manage' },
  { name: 'pages_read_engagement', for: 'read what your Pages have published' },
  { name: 'pages_manage_posts', for: 'publish' },
  { name: 'pages_manage_engagement', for: 'comment, and hide or delete comments', optional: true },
  {
    name: 'pages_read_user_content',
    for: 'read the comments of others',
    optional: true,
    opens: 'comments',
  },
  { name: 'pages_messaging', for: 'read and answer messages', optional: true, opens: 'messages' },
  { name: 'pages_manage_metadata', for: 'be told at once of comments and messages', optional: true },
  { name: 'read_insights', for: 'read the numbers of posts', optional: true, opens: 'numbers' },
  {
    name: 'business_management',
    for: 'list Pages that belong to a business portfolio',
    optional: true,
  },
] as const satisfies readonly AccessScope[];

export const facebook = {
  methods: ['browser', 'paste'],
  app: {
    consoleUrl: 'https://developers.facebook.com/apps',
    idName: 'App ID',
    secretName: 'App secret',
    secret: 'required',
    authorizeUrl: `https://www.facebook.com/${VERSION}/dialog/oauth`,
    configuration: { name: 'Configuration ID', parameter: 'config_id', source: CONFIGURATIONS },
    // Asks again for what was declined before.
    authorizeParameters: { auth_type: 'rerequest' },
    tokenUrl: `https://graph.facebook.com/${VERSION}/oauth/access_token`,
    secretIn: 'body',
    pkce: false,
    scopes: SCOPES,
    scopeSeparator: ',',
    redirect: 'localhost',
    redirectOf: { reviews: [LIVE_APP], rule: 'https' },
    lifetime: {
      text: 'Access to a Page does not end by itself. It ends if you change your password, lose your role on the Page, or remove the app. Disconnecting the last of your Pages removes the app.',
      source: LONG_LIVED,
    },
    cost: { text: 'Meta names no price for publishing to Pages.', source: PAGES },
    review: {
      text: 'For Pages that you manage, with a role on the app, Meta reviews nothing. Your app has to be live, or nobody but people with a role on it sees the posts.',
      source: MODES,
    },
    reviews: [
      { id: IN_DEVELOPMENT, name: 'In development' },
      { id: LIVE_APP, name: 'Live' },
    ],
    needs: [
      { text: 'The task “Create content” on the Page: full control has it.', source: PAGES },
      {
        text: 'Facebook accepts http://localhost only while the app is in development. Once it is live, reach the backend at an https address, or paste the address that the browser ends on.',
        source: LIVE,
      },
      {
        text: 'Videos that are not reels or stories: Facebook fetches them from your backend, which needs a public address for that.',
        source: VIDEOS,
      },
      { text: 'To set an app live, Meta wants the address of a privacy policy.', source: LIVE },
    ],
    fetches: {
      kinds: ['videos'],
      forms: ['feed'],
      without: 'publish videos that are not reels or stories',
      stillWorks: 'Everything else works without one.',
      source: VIDEOS,
    },
    steps: [
      {
        text: 'Click Create app, enter a name, and choose the use case “Manage everything on your Page”.',
        source: CREATING,
      },
      {
        text: `Click Customize at the use case, and add the permissions ${SCOPES.map(({ name }) => name).join(', ')}. For pages_messaging, add the use case for Messenger too.`,
        source: PERMISSIONS,
      },
      {
        text: 'In the settings of Facebook Login for Business, add to the valid OAuth redirect URIs, exactly as written: {redirect}',
        source: BUSINESS_LOGIN,
      },
      {
        text: `If Facebook asks for a configuration, create one in Facebook Login for Business, Configurations: with a user access token, Pages as its assets, and these permissions. Copy its Configuration ID and set it with the app. Facebook then shows what the configuration asks for.`,
        source: CONFIGURATIONS,
      },
      {
        text: 'Under App settings, Basic, copy the App ID and the App secret.',
        source: BUSINESS_LOGIN,
      },
      {
        text: 'To publish for everybody, set the app live, and say so where you set the app here.',
        source: LIVE,
      },
    ],
    notices: {
      fields: ['feed', 'messages'],
      permission: 'pages_manage_metadata',
      needs: [
        {
          text: 'Meta announces what people write only if the app is live. Without App Review, it announces what people with a role on the app write.',
          source: WEBHOOKS,
        },
      ],
      steps: [
        {
          text: 'Open Webhooks in your app, and choose Page. Enter {notices} as the callback URL and {verifyToken} as the verify token, and click Verify and save.',
          source: ENDPOINT,
        },
        { text: 'Subscribe to the fields feed and messages.', source: WEBHOOKS },
        {
          text: 'In the settings of Facebook Login for Business, enter {removed} as the deauthorize callback URL and {deletion} as the data deletion request URL.',
          source: DELETION,
        },
        { text: 'Connect your Pages again if they were connected before.', source: WEBHOOKS },
      ],
    },
    standing: [
      {
        limitsWhoSees: true,
        reviews: [IN_DEVELOPMENT],
        account:
          'Your app is in development: only people with a role on it see what it publishes. Set it live, and everybody sees it, earlier posts too.',
        post: () =>
          'Facebook will show this post only to people with a role on your app: the app is in development. Set it live, and everybody sees it, earlier posts too.',
        source: MODES,
      },
    ],
  },
} satisfies NetworkAccess;
