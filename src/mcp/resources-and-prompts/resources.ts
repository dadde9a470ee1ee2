import { isPlatform, PLATFORM_NAMES, PLATFORMS, type Platform } from '../../contract/platforms.js';
import { RULES } from '../../networks/rules.js';
import { daysOf, readWeek } from '../../time/iso-week.js';
import type { ToolName } from '../tools/definitions.js';
import { READ_SOURCE, type ReadOnlyTool } from '../tools/sources/read-source.js';
import { platforms, posts, type Suggest, sources, weeks } from './suggestions.js';

/** What stands behind an address: the answer of a tool, or a text that is here already. */
type Behind = { readonly args: Readonly<Record<string, unknown>> } | { readonly text: string };

/** One kind of resource. It is offered where its tool is, and shows what that tool would. */
export interface ResourceDefinition {
  /** `postrider://posts/`, with the rest of the address after it; or the whole address. */
  readonly base: `postrider://${string}`;
  /** The part of the address that tells one from another. */
  readonly variable?: { readonly name: string; readonly suggest: Suggest };
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: 'text/plain' | 'application/json';
  readonly tool: ToolName;
  /** How it is looked at where its tool does more than to look: it is then offered to those who may look. */
  readonly look?: ReadOnlyTool;
  /** Those that lists name one by one. */
  readonly listed: readonly { readonly value: string; readonly title: string }[];
  /** @returns undefined where there can be nothing at the address */
  readonly behind: (value: string) => Behind | undefined;
}

export const RESOURCES: readonly ResourceDefinition[] = [
  {
    base: 'postrider://accounts',
    name: 'accounts',
    title: 'Connected accounts',
    description: 'Every connected channel: health, limits, and what each demands of a post',
    mimeType: 'text/plain',
    tool: 'postrider_list_accounts',
    listed: [{ value: '', title: 'Connected accounts' }],
    behind: (value) => (value === '' ? { args: { response_format: 'detailed' } } : undefined),
  },
  {
    base: 'postrider://calendar/',
    variable: { name: 'week', suggest: weeks },
    name: 'calendar',
    title: 'Calendar of a week',
    description: 'Slots, open and taken, and posts of a week: 2026-W49, or any day of it',
    mimeType: 'text/plain',
    tool: 'postrider_list_slots',
    listed: [{ value: 'next-7-days', title: 'The next seven days' }],
    behind(value) {
      if (value === 'next-7-days') return { args: { to: 'in 7 days', limit: MAX_SLOTS } };
      const week = readWeek(value);
      const days = week && daysOf(week);
      return days && { args: { from: days[0], to: days.at(-1), limit: MAX_SLOTS } };
    },
  },
  {
    base: 'postrider://posts/',
    variable: { name: 'id', suggest: posts },
    name: 'post',
    title: 'Post',
    description: 'One post: text, status, address at each network, diagnostics',
    mimeType: 'text/plain',
    tool: 'postrider_get_post',
    listed: [],
    behind: (id) => (id === '' ? undefined : { args: { id, response_format: 'detailed' } }),
  },
  {
    base: 'postrider://sources/',
    variable: { name: 'id', suggest: sources },
    name: 'source',
    title: 'Source',
    description: 'An article or text that was read: its text and facts, and the room each network leaves',
    mimeType: 'text/plain',
    tool: 'postrider_ingest_source',
    look: READ_SOURCE,
    listed: [],
    behind: (id) => (id === '' ? undefined : { args: { sourceId: id } }),
  },
  {
    base: 'postrider://networks/',
    variable: { name: 'platform', suggest: platforms },
    name: 'network',
    title: 'Rules of a network',
    description: 'What a network takes: lengths, media, options, quotas',
    mimeType: 'application/json',
    tool: 'postrider_list_accounts',
    listed: PLATFORMS.map((value) => ({ value, title: `Rules of ${PLATFORM_NAMES[value]}` })),
    behind: (value) => (isPlatform(value) ? { text: networkRulesText(value) } : undefined),
  },
];

/** More slots than a week has in practice; what does not fit is named. */
const MAX_SLOTS = 100;

/** One network's posting rules as JSON: the figures alone, without where each was read. */
export function networkRulesText(platform: Platform): string {
  const { tokens: _ofTheService, ...rules } = RULES[platform];
  return JSON.stringify(plain(rules), null, 1);
}

/** A figure becomes its value, with its note where it has one. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  if ('value' in value && 'confidence' in value) {
    const note = 'note' in value ? value.note : undefined;
    return note === undefined ? plain(value.value) : { value: plain(value.value), note };
  }
  // The network's own name of a field is of no use to somebody who writes a post.
  const fields = Object.entries(value).filter(([name]) => name !== 'field');
  return Object.fromEntries(fields.map(([name, inner]) => [name, plain(inner)]));
}
