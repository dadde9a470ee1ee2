import type { Source } from '../sources.js';
import type { NetworkAccess } from './network-access.js';

const START: Source = {
  title: 'Pinterest Developers: Connect app',
  where: 'https://developers.pinterest.com/docs/getting-started/',
  asOf: '2026-11',
};
const OAUTH: Source = {
  title: 'Pinterest Developers: Set up authentication and authorization',
  where: 'https://developers.pinterest.com/docs/getting-started/set-up-authentication-and-authorization/',
  asOf: '2026-11',
};
const TIERS: Source = {
  title: 'Pinterest Developers: Understanding our access tiers',
  where: 'https://developers.pinterest.com/docs/key-concepts/access-tiers/',
  asOf: '2026-11',
};
const SANDBOX: Source = {
  title: 'Pinterest Developers: Sandbox',
  where: 'https://developers.pinterest.com/docs/developer-tools/sandbox/',
  asOf: '2025-08-12',
};

export const pinterest = {
  methods: ['browser', 'paste'],
  app: {
    consoleUrl: 'https://developers.pinterest.com/apps/',
    idName: 'App ID',
    secretName: 'App secret key',
    secret: 'required',
    authorizeUrl: 'https://www.pinterest.com/oauth/',
    tokenUrl: 'https://api.pinterest.com/v5/oauth/token',
    // Otherwise older apps get a refresh token that ends after a year.
    tokenParameters: { continuous_refresh: 'true' },
    sandbox: { reviews: ['trial'], origin: 'https://api-sandbox.pinterest.com' },
    secretIn: 'header',
    pkce: false,
    scopes: [
      { name: 'user_accounts:read', for: 'show which account is connected' },
      { name: 'boards:read', for: 'find pins on your boards' },
      { name: 'boards:write', for: 'pin to your boards' },
      { name: 'pins:read', for: 'find your pins and how they do' },
      { name: 'pins:write', for: 'publish pins' },
    ],
    scopeSeparator: ',',
    redirect: 'localhost',
    lifetime: {
      text: 'Access lasts for 30 days, and Postrider renews it. It ends if it was not renewed for 60 days, or when you end it in the settings of Pinterest.',
      source: OAUTH,
    },
    cost: { text: 'The Pinterest API is free.', source: TIERS },
    review: {
      text: 'Pinterest looks at each app on a business day before it gets Trial access. With it, Pinterest accepts pins only in its sandbox, where nobody but you sees them: Postrider sends them there. For Standard access you send a video that shows your app signing in and creating a pin.',
      source: TIERS,
    },
    reviews: [
      { id: 'trial', name: 'Trial access' },
      { id: 'standard', name: 'Standard access' },
    ],
    needs: [
      {
        text: 'The app belongs to a business account, which is free, with a confirmed email address.',
        source: START,
      },
      {
        text: 'The sandbox has boards of its own: with Trial access, create one there with the API before you pin.',
        source: SANDBOX,
      },
    ],
    steps: [
      {
        text: 'Sign in to Pinterest with a business account, open My apps, and accept the terms for developers.',
        source: START,
      },
      {
        text: 'Click Connect app, describe what you use it for, and request Trial access. Pinterest tells you by email.',
        source: START,
      },
      { text: 'Add to the redirect URIs of the app, exactly as written: {redirect}', source: START },
      { text: 'Copy the App ID and the App secret key from the page of the app.', source: START },
      {
        text: 'To publish pins that others see, upgrade to Standard access. Then set the review of your app to Standard access, and connect the account again: until then, its pins go to the sandbox.',
        source: TIERS,
      },
    ],
    standing: [
      {
        limitsWhoSees: true,
        reviews: ['trial'],
        account: 'Your app has Trial access: pins go to the sandbox of Pinterest, where only you see them.',
        post: () =>
          'Pinterest will show this pin only to you: your app has Trial access, so it is created in the sandbox of Pinterest.',
        source: TIERS,
      },
    ],
  },
} satisfies NetworkAccess;
