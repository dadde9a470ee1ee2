import { dollars } from '../../base/dollars.js';
import { urlsIn } from '../count/x-urls.js';
import type { Source } from '../sources.js';
import type { NetworkAccess, PostFacts } from './network-access.js';

const OAUTH: Source = {
  title: 'docs.x.com: OAuth 2.0 authorization code flow with PKCE',
  where: 'https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code',
  asOf: '2026-08-22',
};
const APPS: Source = {
  title: 'docs.x.com: Apps',
  where: 'https://docs.x.com/fundamentals/developer-apps',
  asOf: '2026-08-22',
};
const PRICING: Source = {
  title: 'docs.x.com: Pricing',
  where: 'https://docs.x.com/x-api/getting-started/pricing',
  asOf: '2026-08-22',
};
const CONSOLE: Source = {
  title: 'docs.x.com: Getting access',
  where: 'https://docs.x.com/x-api/getting-started/getting-access',
  asOf: '2026-08-22',
};

const WEBHOOKS: Source = {
  title: 'docs.x.com: Webhooks quickstart',
  where: 'https://docs.x.com/x-api/webhooks/quickstart',
  asOf: '2026-11-26',
};
const ACTIVITY: Source = {
  title: 'docs.x.com: X Activity API, Introduction',
  where: 'https://docs.x.com/x-api/activity/introduction',
  asOf: '2026-11-26',
};

/** A header in a file does not show up in the list of processes or in the history of a shell. */
const CURL = "curl -H @x-bearer.txt -H 'Content-Type: application/json'";

/** What X charges for creating a post, in US dollars. */
const PRICE = 0.015;
const PRICE_WITH_LINK = 0.2;

const linkedIn = (posts: readonly string[]): number => posts.filter((one) => urlsIn(one).size > 0).length;

function priceOf({ text, thread }: PostFacts): number {
  const posts = [text, ...thread];
  const linked = linkedIn(posts);
  return (posts.length - linked) * PRICE + linked * PRICE_WITH_LINK;
}

function priceWords(post: PostFacts): string {
  const posts = [post.text, ...post.thread];
  const linked = linkedIn(posts);
  const total = dollars(priceOf(post));
  if (posts.length === 1) {
    return linked === 0
      ? `X charges ${total} for this post.`
      : `X charges ${total} for this post, because it has a link; without one, ${dollars(PRICE)}.`;
  }
  const why = linked === 0 ? '' : `, of which ${linked} ${linked === 1 ? 'has a link' : 'have links'}`;
  return `X charges ${total} for these ${posts.length} posts${why}.`;
}

export const x = {
  methods: ['browser', 'paste'],
  app: {
    consoleUrl: 'https://console.x.com',
    idName: 'Client ID',
    secretName: 'Client Secret',
    secret: 'optional',
    authorizeUrl: 'https://x.com/i/oauth2/authorize',
    tokenUrl: 'https://api.x.com/2/oauth2/token',
    revokeUrl: 'https://api.x.com/2/oauth2/revoke',
    secretIn: 'header',
    pkce: true,
    scopes: [
      { name: 'tweet.read', for: 'read your posts and the replies to them' },
      { name: 'tweet.write', for: 'publish' },
      { name: 'users.read', for: 'show which account is connected' },
      { name: 'media.write', for: 'upload images and videos' },
      { name: 'offline.access', for: 'publish while you are away' },
    ],
    redirect: 'loopback',
    codeSeconds: 30,
    lifetime: {
      text: 'Access lasts until you end it: Postrider renews it every two hours.',
      source: OAUTH,
    },
    cost: {
      text: `X charges ${dollars(PRICE)} for a post and ${dollars(PRICE_WITH_LINK)} for one with a link. You buy credits in advance.`,
      source: PRICING,
    },
    review: { text: 'X does not review an app before it publishes.', source: CONSOLE },
    reviews: [{ id: 'none', name: 'No review' }],
    needs: [{ text: 'Your developer account needs credits, or X refuses every request.', source: PRICING }],
    steps: [
      {
        text: 'Sign in at the Developer Console with an X account, and accept the Developer Agreement.',
        source: CONSOLE,
      },
      { text: 'Buy credits, and set a spending limit.', source: PRICING },
      {
        text: 'Create an app: click New App, and enter a name, a description and a use case.',
        source: CONSOLE,
      },
      {
        text: 'In the settings of the app, set up OAuth 2.0 and choose the type Web App. It gets a secret; a Native App has none.',
        source: APPS,
      },
      { text: 'Add to its callback URLs, exactly as written: {redirect}', source: APPS },
      {
        text: 'Copy the Client ID and the Client Secret of OAuth 2.0 at once: the console shows the secret only once. The API key and the bearer token are needed only if X is to announce mentions.',
        source: APPS,
      },
    ],
    notices: {
      signingSecret: { name: 'API Key Secret', source: WEBHOOKS },
      fields: [],
      needs: [
        {
          text: 'X does not document what is in its events, so a notice only makes Postrider look sooner, at most once a minute for each account. It looks only at accounts for which reading comments was chosen, because reading costs.',
          source: ACTIVITY,
        },
        {
          text: 'X may charge for the events that it delivers as well, and does not say whether apps without an enterprise plan get them. See its prices first.',
          source: ACTIVITY,
        },
        { text: 'The address of this backend must be https, without a port.', source: WEBHOOKS },
      ],
      steps: [
        {
          text: 'In the console, open Keys and tokens. Save the API Key Secret, which is not the Client Secret, in a file, and set it in the dashboard or in a terminal. Until then, nothing answers at the address.',
          command: 'postrider apps set x --api-key-secret - < api-key-secret.txt',
          source: WEBHOOKS,
        },
        {
          text: 'Copy the bearer token of the app from the same page into a file x-bearer.txt, as the line “Authorization: Bearer TOKEN”. Then register {notices}. The answer has the id of the webhook.',
          command: `${CURL} \\\n  -d '{"url":"{notices}"}' \\\n  https://api.x.com/2/webhooks`,
          source: WEBHOOKS,
        },
        {
          text: 'Ask for the id of your account, with its username.',
          command: 'curl -H @x-bearer.txt https://api.x.com/2/users/by/username/USERNAME',
          source: ACTIVITY,
        },
        {
          text: 'Subscribe to its mentions, with both ids. Repeat the last two steps for each account.',
          command: `${CURL} \\\n  -d '{"event_type":"post.mention.create","filter":{"user_id":"USER_ID"},"webhook_id":"WEBHOOK_ID"}' \\\n  https://api.x.com/2/activity/subscriptions`,
          source: ACTIVITY,
        },
      ],
    },
    standing: [
      {
        account: `X charges ${dollars(PRICE)} for a post and ${dollars(PRICE_WITH_LINK)} for one with a link.`,
        post: priceWords,
        price: priceOf,
        reply: `X charges ${dollars(PRICE)} for a reply and ${dollars(PRICE_WITH_LINK)} for one with a link.`,
        source: PRICING,
      },
    ],
  },
} satisfies NetworkAccess;
