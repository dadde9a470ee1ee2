import { isPlatform, PLATFORM_NAMES, PLATFORMS, type Platform } from '../../contract/platforms.js';
import { RULES } from '../../networks/rules.js';
import { daysOf, readWeek } from '../../time/iso-week.js';
import type { ToolName } from '../tools/definitions.js';
import { READ_SOURCE, type ReadOnlyTool } from '../tools/sources/read-source.js';
import { platforms, posts, type Suggest, sources, weeks } from './suggestions.js';

/** The content of a resource: a tool's answer, or a text. */
type Content = { readonly args: Readonly<Record<string, unknown>> } | { readonly text: string };

/** One kind of resource. It is listed together with its tool, and shows that tool's answer. */
export interface ResourceDefinition {
  /** The start of the URI, such as `postrider://posts/`, or the whole URI. */
  readonly base: `postrider://${string}`;
  /** The variable part of the URI. */
  readonly variable?: { readonly name: string; readonly suggest: Suggest };
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: 'text/plain' | 'application/json';
  readonly tool: ToolName;
  /** How to read it, if its tool does more than read. It is then listed for everyone who may read. */
  readonly reader?: ReadOnlyTool;
  /** Resources that resources/list names individually. */
  readonly listed: readonly { readonly value: string; readonly title: string }[];
  /** @returns undefined if no resource can exist at the URI */
  readonly behind: (value: string) => Content | undefined;
}

export const RESOURCES: readonly ResourceDefinition[] = [
  {
    base: 'postrider://accounts',
    name: 'accounts',
    title: 'Connected accounts',
    description: 'Every connected account: health, limits, and what each requires of a post',
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
    description: 'Open and taken slots and the posts of one week: 2026-W49, or any date in it',
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
    description: 'One post: text, status, URL on each network, diagnostics',
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
    description:
      'An ingested article or text: its text, its facts, and how many characters each network leaves',
    mimeType: 'text/plain',
    tool: 'postrider_ingest_source',
    reader: READ_SOURCE,
    listed: [],
    behind: (id) => (id === '' ? undefined : { args: { sourceId: id } }),
  },
  {
    base: 'postrider://networks/',
    variable: { name: 'platform', suggest: platforms },
    name: 'network',
    title: 'Rules of a network',
    description: 'What a network accepts: text lengths, media, options, quotas',
    mimeType: 'application/json',
    tool: 'postrider_list_accounts',
    listed: PLATFORMS.map((value) => ({ value, title: `Rules of ${PLATFORM_NAMES[value]}` })),
    behind: (value) => (isPlatform(value) ? { text: networkRulesText(value) } : undefined),
  },
];

/** More slots than a week has in practice. */
const MAX_SLOTS = 100;

/** One network's posting rules as JSON: the values without their sources. */
function networkRulesText(platform: Platform): string {
  const { tokens: _ofTheService, ...rules } = RULES[platform];
  return JSON.stringify(plain(rules), null, 1);
}

/** A figure becomes its value, with its note if it has one. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  if ('value' in value && 'confidence' in value) {
    const note = 'note' in value ? value.note : undefined;
    return note === undefined ? plain(value.value) : { value: plain(value.value), note };
  }
  // The network's own field name does not help to write a post.
  const fields = Object.entries(value).filter(([name]) => name !== 'field');
  return Object.fromEntries(fields.map(([name, inner]) => [name, plain(inner)]));
}
