import * as z from './lazy-zod.js';

/**
 * Every id starts with the kind of its object: a prefix, an underscore, and 26 characters of lowercase Crockford
 * base 32 that sort by creation time (the layout of a ULID).
 */
export const ID_PREFIXES = {
  workspace: 'ws',
  person: 'psn',
  invitation: 'inv',
  account: 'acc',
  connection: 'con',
  post: 'post',
  target: 'tgt',
  attempt: 'att',
  remark: 'rmk',
  apiKey: 'key',
  event: 'evt',
  activity: 'act',
  media: 'med',
  upload: 'upl',
  source: 'src',
  schedule: 'sch',
  label: 'lbl',
  savedText: 'txt',
  comment: 'cmt',
  conversation: 'conv',
  message: 'msg',
  webhook: 'wh',
  delivery: 'dlv',
  alertChannel: 'alc',
  request: 'req',
} as const;

export type IdKind = keyof typeof ID_PREFIXES;
export type Id<K extends IdKind> = `${(typeof ID_PREFIXES)[K]}_${string}`;

export type AccountId = Id<'account'>;
export type PostId = Id<'post'>;

/** The schema of one kind of id: `idOf('post')` accepts `post_01k…`. */
export function idOf<K extends IdKind>(kind: K, description: string) {
  const prefix = ID_PREFIXES[kind];
  return z
    .custom<Id<K>>((value) => typeof value === 'string' && value.startsWith(`${prefix}_`), {
      error: `must be an id that begins with ${prefix}_`,
    })
    .meta({ type: 'string', description, examples: [`${prefix}_01k9x3m5t7v9b2c4d6f8g0h1jk`] });
}
