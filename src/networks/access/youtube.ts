import type { Source } from '../sources.js';
import type { NetworkAccess, PostFacts } from './network-access.js';

const DESKTOP: Source = {
  title: 'Google Identity: OAuth 2.0 for desktop apps',
  where: 'https://developers.google.com/identity/protocols/oauth2/native-app',
  asOf: '2026-11',
};
const LIFETIMES: Source = {
  title: 'Google Identity: Refresh token expiration',
  where: 'https://developers.google.com/identity/protocols/oauth2#expiration',
  asOf: '2026-11',
};
const AUDIENCE: Source = {
  title: 'Google Cloud Help: Manage App Audience',
  where: 'https://support.google.com/cloud/answer/15549945',
  asOf: '2026-11',
};
const AUDIT: Source = {
  title: 'YouTube Data API: Quota and compliance audits',
  where: 'https://developers.google.com/youtube/v3/guides/quota_and_compliance_audits',
  asOf: '2026-11',
};
const INSERT: Source = {
  title: 'YouTube Data API: videos.insert',
  where: 'https://developers.google.com/youtube/v3/docs/videos/insert',
  asOf: '2026-11',
};

const PRIVATE = 'YouTube keeps videos private until Google has audited your project.';

/** Nothing is to be said of a video that is to be private. */
function visibilityOf({ privacy }: PostFacts): string | null {
  return privacy === 'private'
    ? null
    : 'YouTube will keep this video private, whatever its privacy says: Google has not audited your project.';
}

export const youtube = {
  methods: ['browser', 'paste'],
  app: {
    consoleUrl: 'https://console.cloud.google.com/auth/clients',
    idName: 'Client ID',
    secretName: 'Client secret',
    secret: 'required',
    authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    // Google gives a refresh token only on a sign-in at which it has asked.
    authorizeParameters: { access_type: 'offline', prompt: 'consent' },
    tokenUrl: 'https://oauth2.googleapis.com/token',
    revokeUrl: 'https://oauth2.googleapis.com/revoke',
    revokes: { token: 'refreshToken', provesApp: false },
    secretIn: 'body',
    pkce: true,
    scopes: [
      { name: 'https://www.googleapis.com/auth/youtube.upload', for: 'upload videos and set thumbnails' },
      {
        name: 'https://www.googleapis.com/auth/youtube.readonly',
        for: 'show which channel is connected, and whether a video was accepted',
      },
      {
        name: 'https://www.googleapis.com/auth/youtube.force-ssl',
        for: 'publish first comments, and read and answer comments on your videos',
        optional: true,
        opens: 'comments',
      },
      {
        name: 'https://www.googleapis.com/auth/yt-analytics.readonly',
        for: 'show how long videos were watched',
        optional: true,
      },
    ],
    redirect: 'loopback',
    unregisteredOnLoopback: DESKTOP,
    lifetime: {
      text: 'Access lasts until you end it, or until it was not used for six months: Postrider renews it every hour. As long as the consent screen of your project is in testing, access ends after 7 days.',
      source: LIFETIMES,
    },
    cost: {
      text: 'The YouTube Data API is free. A project may upload 100 videos a day.',
      source: AUDIT,
    },
    review: {
      text: 'Videos stay private until Google has audited your project. The audit is free: you describe what you use the API for, in a form.',
      source: INSERT,
    },
    reviews: [
      { id: 'unaudited', name: 'Not audited' },
      { id: 'audited', name: 'Audited' },
    ],
    needs: [
      {
        text: 'The Google account needs a YouTube channel. If it has several, you choose one while you sign in: connect each channel with a sign-in of its own.',
        source: DESKTOP,
      },
      {
        text: 'Until Google has verified your project, it warns everyone who signs in, and lets at most 100 people do so. You can go on with Advanced.',
        source: AUDIENCE,
      },
    ],
    steps: [
      {
        text: 'Sign in at the Google Cloud console, create a project, and enable the YouTube Data API v3 in the API library. For the time that videos were watched, enable the YouTube Analytics API as well.',
        source: DESKTOP,
      },
      {
        text: 'Under Google Auth Platform, enter a name and an email address, and choose the audience External.',
        source: AUDIENCE,
      },
      {
        text: 'Under Audience, click Publish app, so that the publishing status is In production. In testing, only the test users that you list can sign in, and access ends after 7 days.',
        source: AUDIENCE,
      },
      {
        text: 'If you reach Postrider at 127.0.0.1: under Clients, create a client of the type Desktop app. It needs no redirect address.',
        source: DESKTOP,
        registers: false,
      },
      {
        text: 'If you reach Postrider at an https address: under Clients, create a client of the type Web application, and add to its authorized redirect URIs, exactly as written: {redirect}',
        source: DESKTOP,
        registers: true,
      },
      {
        text: 'Copy the client ID and the client secret at once: the console shows the secret only once.',
        source: DESKTOP,
      },
      {
        text: 'To publish videos that others can see, ask for an audit with the YouTube API Services Audit and Quota Extension Form. When Google has confirmed it, set the review of your app to Audited.',
        source: AUDIT,
      },
    ],
    standing: [
      { limitsWhoSees: true, reviews: ['unaudited'], account: PRIVATE, post: visibilityOf, source: INSERT },
    ],
  },
} satisfies NetworkAccess;
