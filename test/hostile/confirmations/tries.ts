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

/** The parts of a token: where each begins and ends. What follows is the version, which a new post has none of. */
const PARTS = { time: [0, 2], salt: [2, 3], signature: [3, 8], version: [8, 20] } as const;
type PartName = keyof typeof PARTS;

const partOf = (token: string, name: PartName): string => token.slice(...PARTS[name]);
const withPart = (token: string, name: PartName, part: string): string =>
  `${token.slice(0, PARTS[name][0])}${part}${token.slice(PARTS[name][1])}`;
const other = (letter: string | undefined): string => (letter === 'a' ? 'b' : 'a');

/** Changes to one part of a token. Some of them leave a part as it is. */
const EDITS: Readonly<Record<string, (part: string) => string>> = {
  'one character more': (part) => `${part}a`,
  'one character less': (part) => part.slice(0, -1),
  'another first character': (part) => `${other(part[0])}${part.slice(1)}`,
  'another last character': (part) => `${part.slice(0, -1)}${other(part.at(-1))}`,
  reversed: (part) => [...part].reverse().join(''),
  doubled: (part) => part + part,
  'in the other case': (part) =>
    part.replaceAll(/[a-z]/gi, (one) => (one < 'a' ? one.toLowerCase() : one.toUpperCase())),
  'of zeros': (part) => '0'.repeat(part.length),
  'with a letter that no token has': (part) => part.replace(/./, 'o'),
  'with a mark': (part) => `${part}!`,
  'with a space': (part) => `${part.slice(0, 1)} ${part.slice(1)}`,
  negative: (part) => `-${part}`,
};

/** Secrets that a signature could have been made with by mistake. */
const GUESSED_SECRETS = ['', 'secret', 'postrider', 'null', 'undefined', 'postrider confirmation'] as const;

const FORGED: readonly Tampering[] = [
  ...pairs(['time', 'salt', 'signature'] as const, Object.entries(EDITS)).map(
    ([name, [how, edit]]): Tampering => ({
      name: `${name} ${how}`,
      change: ({ token }) => {
        const edited = edit(partOf(token, name));
        return edited === partOf(token, name) ? `${token}x` : withPart(token, name, edited);
      },
    }),
  ),
  ...['1', '0', 'zz', '-1', '!', 'NaN', 'zzzzzzz'].map(
    (version): Tampering => ({ name: `version ${version}`, change: ({ token }) => `${token}${version}` }),
  ),
  ...(['time', 'salt', 'signature'] as const).flatMap((name): Tampering[] => [
    { name: `without ${name}`, change: ({ token }) => withPart(token, name, '') },
    {
      name: `${name} of another token`,
      change: ({ token, other }) => {
        const part = partOf(other, name);
        // Two previews in the same second have the same time.
        return withPart(
          token,
          name,
          part === partOf(token, name) ? (EDITS['reversed']?.(`${part}a`) ?? '') : part,
        );
      },
    },
  ]),
  ...[...GUESSED_SECRETS, null].map(
    (secret): Tampering => ({
      name: `signed with ${secret ?? 'the API key'}`,
      change: ({ token, key }) => {
        const made = createHmac('sha256', secret ?? key)
          .update(token.slice(0, 3))
          .digest('hex');
        return withPart(token, 'signature', made.slice(0, 5));
      },
    }),
  ),
  { name: 'of another preview', change: (known) => known.other },
  { name: 'two tokens', change: (known) => `${known.token}${known.other}` },
  { name: 'a part more', change: ({ token }) => `${token}.1` },
  { name: 'base64 of a token', change: ({ token }) => Buffer.from(token).toString('base64url') },
  { name: 'a token in quotes', change: ({ token }) => `"${token}"` },
  { name: 'a token in brackets', change: ({ token }) => `[${token}]` },
  { name: 'a list', change: ({ token }) => [token, token] },
  { name: 'an object', change: ({ token }) => ({ token }) },
  { name: 'a token on two lines', change: ({ token }) => `${token.slice(0, 4)}\n${token.slice(4)}` },
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
