import { createHmac } from 'node:crypto';
import { pairs, type Try } from '../support/tries.js';

/** What an attacker knows: the token of a preview, one of another preview, and the API key. */
export interface Known {
  readonly token: string;
  readonly other: string;
  readonly key: string;
}

interface Tampering {
  readonly name: string;
  readonly change: (known: Known) => unknown;
}

const PARTS = ['nonce', 'expiry', 'version', 'digests', 'signature'] as const;

const partsOf = (token: string): string[] => token.split('.');
const withPart = (token: string, index: number, part: string): string =>
  partsOf(token).with(index, part).join('.');
const other = (letter: string | undefined): string => (letter === 'A' ? 'B' : 'A');

/** Changes to one part of a token. The version of a new post is empty, which some of them leave as it is. */
const EDITS: Readonly<Record<string, (part: string) => string>> = {
  'one character more': (part) => `${part}A`,
  'one character less': (part) => part.slice(0, -1),
  'another first character': (part) => `${other(part[0])}${part.slice(1)}`,
  reversed: (part) => [...part].reverse().join(''),
  doubled: (part) => part + part,
  'in the other case': (part) =>
    part.replaceAll(/[a-z]/gi, (one) => (one < 'a' ? one.toLowerCase() : one.toUpperCase())),
  'of zeros': (part) => '0'.repeat(part.length),
  'with a mark that is not base64': (part) => `${part}!`,
  'with a space': (part) => `${part.slice(0, 2)} ${part.slice(2)}`,
  negative: (part) => `-${part}`,
};

/** Secrets that a signature could have been made with by mistake. */
const GUESSED_SECRETS = ['', 'secret', 'postrider', 'null', 'undefined', 'postrider confirmation'] as const;

const FORGED: readonly Tampering[] = [
  ...pairs([0, 1, 3, 4], Object.entries(EDITS)).map(
    ([index, [name, edit]]): Tampering => ({
      name: `${PARTS[index]} ${name}`,
      change: ({ token }) => {
        const part = partsOf(token)[index] ?? '';
        const edited = edit(part);
        return edited === part ? `${token}x` : withPart(token, index, edited);
      },
    }),
  ),
  ...['1', '0', 'zz', '-1', '!', 'NaN'].map(
    (version): Tampering => ({
      name: `version ${version}`,
      change: ({ token }) => withPart(token, 2, `${partsOf(token)[2]}${version}`),
    }),
  ),
  ...PARTS.map(
    (name, index): Tampering => ({
      name: `without ${name}`,
      change: ({ token }) => partsOf(token).toSpliced(index, 1).join('.'),
    }),
  ),
  ...[0, 1, 3, 4].map(
    (index): Tampering => ({
      name: `${PARTS[index]} of another token`,
      change: (known) =>
        withPart(known.token, index, `${partsOf(known.other)[index]}${index === 1 ? '0' : ''}`),
    }),
  ),
  ...['zzzzzzzz', 'zzzzzzzzzzzzzzzzzzzz', 'Infinity', 'NaN', '0', '-zz', '1e9'].map(
    (expiry): Tampering => ({
      name: `expiry ${expiry}`,
      change: ({ token }) => withPart(token, 1, expiry),
    }),
  ),
  ...[...GUESSED_SECRETS, null].map(
    (secret): Tampering => ({
      name: `signed with ${secret ?? 'the API key'}`,
      change: ({ token, key }) => {
        const signed = partsOf(token).slice(0, 4).join('.');
        const made = createHmac('sha256', secret ?? key)
          .update(signed)
          .digest('base64url');
        return withPart(token, 4, made.slice(0, 22));
      },
    }),
  ),
  { name: 'of another preview', change: (known) => known.other },
  { name: 'two tokens', change: (known) => `${known.token}.${known.other}` },
  { name: 'a part more', change: ({ token }) => `${token}.x` },
  { name: 'base64 of a token', change: ({ token }) => Buffer.from(token).toString('base64url') },
  { name: 'a token in quotes', change: ({ token }) => `"${token}"` },
  { name: 'a token in brackets', change: ({ token }) => `[${token}]` },
  { name: 'a list', change: ({ token }) => [token, token] },
  { name: 'an object', change: ({ token }) => ({ token }) },
  { name: 'a token on two lines', change: ({ token }) => token.replace('.', '\n.') },
  ...['', 'yes', 'true', 'confirmed', '....', 'a.b.c.d.e', '__proto__', 'null', 'x'.repeat(50_000)].map(
    (text): Tampering => ({ name: `"${text.slice(0, 20)}"`, change: () => text }),
  ),
  ...[true, 0, {}, []].map((value): Tampering => ({ name: JSON.stringify(value), change: () => value })),
];

export const CONFIRMED_TOOLS = ['postrider_create_post', 'postrider_publish_post'] as const;

/** Every forged token for a post that is created and for a draft that is published. */
export const FORGED_TOKENS: readonly (Try & {
  readonly tool: (typeof CONFIRMED_TOOLS)[number];
  readonly change: (known: Known) => unknown;
})[] = pairs(CONFIRMED_TOOLS, FORGED).map(([tool, { name, change }]) => ({
  tool,
  change,
  name: `${tool}: ${name}`,
}));

/** A real token, with something else than what was shown. */
export const OTHER_ACTIONS: readonly (Try & { readonly change: object })[] = [
  { text: 'Fresh beans' },
  { text: 'fresh roast' },
  { text: 'Fresh roast.' },
  { text: 'Fresh  roast' },
  { text: 'Fresh roаst' },
  { text: 'Fresh roast\u200b' },
  { text: 'Fresh roast https://elsewhere.example' },
  { platform: 'bluesky' },
  { platform: undefined, platforms: ['mastodon', 'bluesky'] },
  { scheduleMode: undefined, scheduledAt: '2026-12-01T09:00:00Z' },
  { scheduleMode: undefined, scheduledAt: 'in 2 minutes' },
  { firstComment: 'See https://elsewhere.example' },
  { thread: ['And another thing'] },
  { options: { contentWarning: 'x' } },
  { link: 'https://elsewhere.example' },
  { title: 'x' },
  { overrides: [{ target: 'mastodon', text: 'Something else' }] },
  { idempotencyKey: 'another-key' },
].map((change) => ({ name: JSON.stringify(change), change }));

/** A real token with the right arguments, of somebody or something else. */
export const OTHER_CALLERS = [
  { name: 'another key of the workspace' },
  { name: 'a key of another workspace' },
  { name: 'another backend' },
  { name: 'ten minutes later' },
  { name: 'a key that was revoked since' },
] as const satisfies readonly Try[];
