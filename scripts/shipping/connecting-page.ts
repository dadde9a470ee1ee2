import { PLATFORM_NAMES, type Platform } from '../../src/contract/platforms.js';
import { announcedBy, guideOf, noticeSteps } from '../../src/networks/access/guide.js';
import { noticeAddresses } from '../../src/networks/access/notice-addresses.js';
import {
  type RedirectAddress,
  RULE_WORDS,
  redirectsToRegister,
} from '../../src/networks/access/redirects.js';
import { APP_VARIABLES } from '../../src/networks/access/variables.js';
import {
  type AccessScope,
  APP_PLATFORMS,
  type AppAccess,
  appOf,
  type SourcedSentence,
} from '../../src/networks/access.js';
import { code } from './markdown.js';

/** Where the dashboard is by default. */
const PUBLIC_URL = 'http://127.0.0.1:4747';

/** A public address of a backend. */
const NOTICES_URL = 'https://postrider.example.com';

const USED_BY: Readonly<Record<RedirectAddress['usedBy'], string>> = {
  dashboard: 'the dashboard',
  command_line: 'the command line',
  paste: 'pasting the address that the browser ends on',
};

const INTRODUCTION = `# Connect networks with your own app

Bluesky and Mastodon need no app: [Real accounts](real-accounts.md). On the networks below you register an app of your own, once, and connect your accounts with it. The app belongs to you: Postrider has none that all its users share, so nobody else can publish with it, be charged for it, or have it closed.

1. Register the app at the network, with the steps below.
2. Set it: on the page Channels of the dashboard, with \`postrider apps set <network>\`, or with environment variables of the backend, which take precedence. The secret is stored sealed with the [secret key](self-hosting.md#the-secret-key), and no page, command or API answer shows it again.
3. Connect an account: on the page Channels, or with \`postrider accounts connect <network>\`.

\`postrider apps get <network>\` shows the addresses to register for your own backend. If its dashboard is not at ${PUBLIC_URL}, they differ from those below.

## Rehearse it first

\`postrider rehearse\` lets you walk all of it before you have an app or an account. It starts a backend for real accounts, and the networks of this page, in memory on your machine: nothing leaves it, and everything is lost when you press Ctrl-C.

\`\`\`sh
postrider rehearse
postrider rehearse linkedin facebook
\`\`\`

It prints a link to the dashboard, a password for later, and for each network a client ID, a client secret and an address. Enter them on the page Channels, sign in at the simulated network, choose what to connect, and publish. The address shows what has arrived at the network. There you can comment as somebody else, expire access, or end it, and see what Postrider does. Permissions can be left out where the network allows it. Every page of the dashboard says that it is a rehearsal. In the terminal, the API and the tools, the accounts are real ones that say in \`standing\` that their network is simulated. Bluesky and Mastodon need no app and are not part of it: a sandbox (\`postrider dev\`) simulates them.

A rehearsal accepts whatever review of the app you choose. It shows what to know of the real network, but cannot demand all of it: Instagram and Threads fetch files from a public https address, and the simulated ones read them on your machine. Redirects are registered by themselves. Postrider looks for comments as often as at the real network, and at once when you comment on the simulated one. Each comment on LinkedIn therefore uses some of the 90 requests that it may make in a day.

## If the browser cannot come back

After the sign-in the network sends your browser to an address that is registered for your app: to the dashboard, or to the command line, which listens on this machine. If neither works, for example because you sign in on another device, or because the network accepts https addresses only, paste the address: choose “Paste an address” in the dashboard, or add \`--method paste\`. Sign in, copy the whole address that the browser ends on, and paste it within ten minutes. It does not matter whether the browser can open that address. \`--return-url\` names another registered address. Use an https address that belongs to you: the operator of the server there can read what is in the address, although it is of no use without the rest of the sign-in, which stays in your backend.

Some sign-ins offer several accounts, such as the pages that you manage. The dashboard then shows them with checkboxes, and the command line asks; \`--choose\` names them beforehand.

Each pin goes to a board. An account with one board gets it as its default. With several, the page that follows the sign-in offers the choice, and the command line asks; \`--board\` names one beforehand. With none, the account is connected all the same: create a board on Pinterest and check the account. With Trial access the boards are those of the sandbox. You can change the default later, on the account’s card under Channels or with \`postrider accounts update <id> --board <name>\`. A post that is already written keeps its board, also if the board gets another name.

## Told at once

Postrider asks the networks every few minutes for comments and messages. A backend at a public https address (\`--public-url\`) can also be told at once: you enter an address and a verify token at the network, which the page of the network under Channels and \`postrider apps get <network>\` show once the app is set. Postrider believes a notice only if it is signed with the secret of the app that the address names, stores it before it answers, and reads what it announces from the network. While notices arrive, it asks less often, but never stops: [Comments and direct messages](inbox.md#told-at-once) has the details.
`;

/** `docs/connecting.md`: how the accounts of each network that demands an app are connected. */
export function connectingPage(): string {
  return [
    INTRODUCTION,
    ...APP_PLATFORMS.flatMap((platform) => {
      const app = appOf(platform);
      return app ? sectionOf(platform, app) : [];
    }),
    'This page is generated from `src/networks/access` by `npm run docs`. Networks change: the date after a sentence is that of its source.',
    '',
  ].join('\n');
}

function sectionOf(platform: Platform, app: AppAccess): readonly string[] {
  const publicUrl = app.unregisteredOnLoopback ? NOTICES_URL : PUBLIC_URL;
  const redirects = redirectsToRegister(app, app.redirect, publicUrl);
  const { facts, steps } = guideOf(
    // Readers have backends of both kinds.
    { ...app, steps: app.steps.map(({ text, source }) => ({ text, source })) },
    redirects.map(({ url }) => `\`${url}\``),
  );
  const variables = APP_VARIABLES.filter(({ name }) =>
    name.startsWith(`POSTRIDER_${platform.toUpperCase()}_`),
  );
  return [
    `## ${PLATFORM_NAMES[platform]}`,
    '',
    ...facts.map((fact) => `- **${fact.about}:** ${sourced(fact)}`),
    `- **Returns to:** ${RULE_WORDS[app.redirect]}, ${app.unregisteredOnLoopback ? 'which is not registered for an app of this machine. With an https address, register both exactly as written:' : 'registered exactly as written.'} ${redirects.map(({ usedBy, url }) => `\`${url}\` is for ${USED_BY[usedBy]}.`).join(' ')}`,
    '',
    `Register the app at <${app.consoleUrl}>:`,
    '',
    ...steps.map((step, place) => `${place + 1}. ${sourced(step)}`),
    '',
    'Then set it, and connect your account:',
    '',
    ...code('sh', `postrider apps set ${platform}\npostrider accounts connect ${platform}`),
    '',
    'It asks for:',
    '',
    ...app.scopes.map((scope) => `- \`${scope.name}\`, to ${scope.for}${onlyWith(app, scope)}`),
    '',
    ...noticesOf(platform, app),
    'Instead of `apps set`, the environment of the backend can name the app:',
    '',
    ...variables.map(
      ({ name, meaning, secret }) =>
        `- \`${name}\`: ${meaning}${secret ? ` Or \`${name}_FILE\`: a file that holds it.` : ''}`,
    ),
    '',
  ];
}

/** How to have the network announce what is new. */
function noticesOf(platform: Platform, { notices }: AppAccess): readonly string[] {
  if (!notices) return [];
  const addresses = {
    ...noticeAddresses(NOTICES_URL, platform, 'ID', notices.signingSecret ? 'WORKSPACE' : null),
    verifyToken: null,
  };
  const { url, removedUrl, deletionUrl } = addresses;
  const values = {
    url: `\`${url}\``,
    removedUrl: `\`${removedUrl}\``,
    deletionUrl: `\`${deletionUrl}\``,
    verifyToken: 'the verify token',
  };
  return [
    `To be told of ${announcedBy(platform)} [at once](#told-at-once), \`postrider apps get ${platform}\` shows ${notices.signingSecret ? 'the address, which contains the ids of your app and workspace' : 'the addresses, which contain the id of your app'}:`,
    '',
    ...notices.needs.map((need) => `- **Needs:** ${sourced(need)}`),
    '',
    ...noticeSteps(notices, values, addresses).flatMap((step, place) => [
      `${place + 1}. ${sourced(step)}`,
      ...(step.command === null ? [] : indented(code('sh', step.command))),
    ]),
    // After a command there is an empty line already.
    ...(notices.steps.at(-1)?.command === undefined ? [''] : []),
  ];
}

const indented = (lines: readonly string[]): readonly string[] =>
  ['', ...lines, ''].map((line) => (line === '' ? '' : `   ${line.replaceAll('\n', '\n   ')}`));

/** The reviews of the app with which a permission is asked for, if not with all. */
function onlyWith({ reviews }: AppAccess, scope: AccessScope): string {
  const names = reviews.filter(({ id }) => scope.reviews?.includes(id)).map(({ name }) => name);
  return names.length === 0 ? '' : ` (only with ${names.join(' or ')})`;
}

const sourced = ({ text, source }: SourcedSentence): string =>
  `${text} ([${source.title}](${source.where}), ${source.asOf})`;
