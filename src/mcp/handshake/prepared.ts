import type { Toolset } from '../../contract/service/key-policy.js';

/** The list methods, and the member of the result that holds the items. */
export const LISTS = {
  'tools/list': 'tools',
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
  'prompts/list': 'prompts',
} as const;

export type ListMethod = keyof typeof LISTS;

/** The protocol's two eras: with a handshake (until 2025-11-25), and with an envelope around every request. */
export type Era = 'legacy' | 'modern';

/** An answer's text before and after the request's id. */
export type AroundId = readonly [before: string, after: string];

/** A list answer's text around its items and the request's id. */
type AroundItems = readonly [before: string, between: string, after: string];

/** One item of a list, and when it is included. */
export interface PreparedItem {
  /** It is included when all of these toolsets are enabled. */
  readonly toolsets: readonly Toolset[];
  /** Whether it is included with `--read-only`. */
  readonly readOnly: boolean;
  readonly text: string;
}

/** The server's answers to the handshake and lists, as text. The build asks the server for them. */
export interface Prepared {
  /** Protocol revisions that a handshake can agree on. */
  readonly versions: readonly string[];
  readonly modernVersions: readonly string[];
  /** The envelope's keys for the revision, the client and its capabilities. */
  readonly envelope: { readonly version: string; readonly client: string; readonly capabilities: string };
  /** The text around the revision and the id. */
  readonly initialize: readonly [before: string, between: string, after: string];
  readonly ping: AroundId;
  readonly discover: AroundId;
  readonly lists: Readonly<
    Record<ListMethod, Readonly<Record<Era, AroundItems>> & { readonly items: readonly PreparedItem[] }>
  >;
}

/** What a server lists, from its arguments. */
export interface Selection {
  readonly toolsets?: readonly Toolset[] | undefined;
  readonly readOnly?: boolean | undefined;
}

export type MessageId = string | number;

export function answerInitialize({ initialize }: Prepared, version: string, id: MessageId): string {
  return `${initialize[0]}${JSON.stringify(version)}${initialize[1]}${JSON.stringify(id)}${initialize[2]}`;
}

export function answerWith([before, after]: AroundId, id: MessageId): string {
  return `${before}${JSON.stringify(id)}${after}`;
}

/** The answer to a list request, as a server with this selection gives it. */
export function answerList(
  { lists }: Prepared,
  { toolsets, readOnly }: Selection,
  { era, method, id }: { readonly era: Era; readonly method: ListMethod; readonly id: MessageId },
): string {
  const { items, [era]: around } = lists[method];
  const shown = items.filter(
    (item) =>
      (!readOnly || item.readOnly) && (!toolsets || item.toolsets.every((one) => toolsets.includes(one))),
  );
  const texts = shown.map(({ text }) => text).join(',');
  return `${around[0]}${texts}${around[1]}${JSON.stringify(id)}${around[2]}`;
}
