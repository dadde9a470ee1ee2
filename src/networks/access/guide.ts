import type { Platform } from '../../contract/platforms.js';
import { RULES } from '../rules.js';
import type { AppAccess, NoticeAccess, SourcedSentence } from './network-access.js';

/** Where `{redirect}` stands in a step. */
const REDIRECT = '{redirect}';

interface Guide {
  /** What to know before an app is registered: price, review, lifetime, conditions. */
  readonly facts: readonly (SourcedSentence & { readonly about: string })[];
  /** What to do, in order. */
  readonly steps: readonly SourcedSentence[];
}

/**
 * How a person gets an app, in words.
 *
 * @param redirects the addresses to register, as they are to be written; empty: none are
 */
export function guideOf(app: AppAccess, redirects: readonly string[]): Guide {
  const addresses = redirects.join(' and ');
  return {
    facts: [
      { about: 'Price', ...app.cost },
      { about: 'Review', ...app.review },
      { about: 'Access', ...app.lifetime },
      ...app.needs.map((need) => ({ about: 'Needs', ...need })),
    ],
    steps: app.steps
      .filter(({ registers }) => registers === undefined || registers === redirects.length > 0)
      .map(({ text, source }) => ({ text: text.replaceAll(REDIRECT, addresses), source })),
  };
}

/** What to enter at a network so that it announces what is new. */
export type NoticeValues = Readonly<
  Record<'url' | 'verifyToken' | 'removedUrl' | 'deletionUrl', string | null>
>;

/** What stands for a value in the steps. */
const NOTICE_MARKS = {
  url: '{notices}',
  verifyToken: '{verifyToken}',
  removedUrl: '{removed}',
  deletionUrl: '{deletion}',
} as const satisfies Record<keyof NoticeValues, string>;

/** Whether a value is to be entered at the network. */
export function isEntered({ steps }: NoticeAccess, value: keyof NoticeValues): boolean {
  return steps.some(({ text }) => text.includes(NOTICE_MARKS[value]));
}

/** What a network announces that Postrider lists, or tells of. */
export function announcedBy(platform: Platform): string {
  const { inbox } = RULES[platform];
  if (!inbox) return 'people who remove the app';
  return inbox.messages ? 'comments and messages' : 'comments';
}

interface FilledStep extends SourcedSentence {
  readonly command: string | null;
}

/**
 * How a person sets up notices, in words.
 *
 * @param words the values as they are to be written in sentences
 * @param values as they are in commands
 */
export function noticeSteps(
  { steps }: NoticeAccess,
  words: NoticeValues,
  values: NoticeValues,
): readonly FilledStep[] {
  return steps.map(({ text, source, command }) => ({
    text: filled(text, words),
    source,
    command: command === undefined ? null : filled(command, values),
  }));
}

const marks = Object.entries(NOTICE_MARKS) as [keyof NoticeValues, string][];

const filled = (text: string, values: NoticeValues): string =>
  marks.reduce((words, [name, mark]) => words.replaceAll(mark, values[name] ?? ''), text);
