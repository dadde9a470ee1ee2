import type { Source } from '../sources.js';
import type { NetworkAccess, PostFacts, Refused } from './network-access.js';

const DESKTOP: Source = {
  title: 'TikTok for Developers: Login Kit for Desktop',
  where: 'https://developers.tiktok.com/doc/login-kit-desktop/',
  asOf: '2026-11',
};
const TOKENS: Source = {
  title: 'TikTok for Developers: Manage OAuth access tokens',
  where: 'https://developers.tiktok.com/docs/en/oauth-user-access-token-management',
  asOf: '2026-11-05',
};
const SHARING: Source = {
  title: 'TikTok for Developers: Content sharing guidelines',
  where: 'https://developers.tiktok.com/doc/content-sharing-guidelines/',
  asOf: '2026-11',
};
const SANDBOX: Source = {
  title: 'TikTok for Developers: Add a Sandbox',
  where: 'https://developers.tiktok.com/doc/add-a-sandbox/',
  asOf: '2026-11',
};
const REGISTER: Source = {
  title: 'TikTok for Developers: Register your app',
  where: 'https://developers.tiktok.com/doc/getting-started-create-an-app',
  asOf: '2026-11',
};
const GUIDELINES: Source = {
  title: 'TikTok for Developers: App review guidelines',
  where: 'https://developers.tiktok.com/doc/app-review-guidelines',
  asOf: '2026-11',
};
const POSTING: Source = {
  title: 'TikTok for Developers: Content Posting API, get started',
  where: 'https://developers.tiktok.com/doc/content-posting-api-get-started/',
  asOf: '2026-11',
};
const TRANSFER: Source = {
  title: 'TikTok for Developers: Media transfer guide',
  where: 'https://developers.tiktok.com/doc/content-posting-api-media-transfer-guide',
  asOf: '2026-11',
};

const LIMITED = 'TikTok has not audited your app: it publishes private posts of private accounts only.';

/** Drafts in the inbox have no privacy before they are published in the app of TikTok. */
function visibilityOf({ privacy }: PostFacts): string | null {
  if (privacy !== 'private') return null;
  return 'TikTok accepts this post only while the account is private: it has not audited your app.';
}

function refusalOf({ privacy }: PostFacts): Refused | null {
  if (privacy === null || privacy === 'private') return null;
  return {
    message: 'TikTok refuses this post, because it has not audited your app.',
    fix: 'Choose the privacy private and make the account private, or send the post to the inbox of the TikTok app. If TikTok has audited your app, say so where you set the app.',
  };
}

export const tiktok = {
  methods: ['browser', 'paste'],
  app: {
    consoleUrl: 'https://developers.tiktok.com/apps/',
    idName: 'Client key',
    secretName: 'Client secret',
    secret: 'required',
    idParameter: 'client_key',
    authorizeUrl: 'https://www.tiktok.com/v2/auth/authorize/',
    tokenUrl: 'https://open.tiktokapis.com/v2/oauth/token/',
    revokeUrl: 'https://open.tiktokapis.com/v2/oauth/revoke/',
    revokes: { token: 'accessToken', provesApp: true },
    secretIn: 'body',
    pkce: true,
    // Unlike RFC 7636, which has base64url.
    challengeEncoding: 'hex',
    scopes: [
      { name: 'user.info.basic', for: 'show which account is connected' },
      { name: 'video.publish', for: 'publish videos and photos' },
      { name: 'video.upload', for: 'send drafts to the inbox of the TikTok app', optional: true },
      {
        ...{ name: 'video.list', for: 'show how often videos were watched' },
        ...{ optional: true, opens: 'numbers' },
      },
    ],
    scopeSeparator: ',',
    redirect: 'loopback',
    lifetime: {
      text: 'Access lasts until you end it: Postrider renews it every two hours. It ends if it was not renewed for 180 days.',
      source: TOKENS,
    },
    cost: { text: 'The APIs of TikTok are free.', source: POSTING },
    review: {
      text: 'TikTok reviews an app before it can be used outside a sandbox, and audits it before it publishes posts that others can see. Until then, posts and accounts must be private, and at most 5 accounts can post in 24 hours.',
      source: SHARING,
    },
    reviews: [
      { id: 'unaudited', name: 'Not audited' },
      { id: 'audited', name: 'Audited' },
    ],
    needs: [
      {
        text: 'TikTok does not approve apps for private or personal use. A sandbox needs no approval: list your own account as a target user.',
        source: GUIDELINES,
      },
      {
        text: 'Photos need a public https address of this backend, set with --public-url when it starts, because TikTok fetches them from it. Verify in the TikTok developer portal that the address is yours. Videos need neither.',
        source: TRANSFER,
      },
    ],
    fetches: {
      kinds: ['images'],
      without: 'publish photos',
      stillWorks: 'Videos work without one.',
      source: TRANSFER,
    },
    steps: [
      {
        text: 'Sign up as a developer, open Manage apps, and click Connect an app.',
        source: REGISTER,
      },
      {
        text: 'Switch the app to Sandbox, create a sandbox, and add your TikTok account to its target users. To publish for everyone later, submit the app for review instead.',
        source: SANDBOX,
      },
      {
        text: 'Add the products Login Kit and Content Posting API, and turn on Direct Post.',
        source: POSTING,
      },
      {
        text: 'Add the scopes user.info.basic, video.publish, video.upload and video.list.',
        source: POSTING,
      },
      {
        text: 'Under Login Kit, choose the platform Desktop for addresses at 127.0.0.1, and Web for https addresses. Register with them, exactly as written: {redirect}',
        source: DESKTOP,
      },
      { text: 'Copy the client key and the client secret from the page of the app.', source: DESKTOP },
      {
        text: 'When TikTok has audited your app, set its review to Audited, and connect the account again.',
        source: SHARING,
      },
    ],
    standing: [
      {
        ...{ limitsWhoSees: true, reviews: ['unaudited'], account: LIMITED, source: SHARING },
        ...{ post: visibilityOf, refuses: refusalOf },
      },
    ],
  },
} satisfies NetworkAccess;
