import type { Toolset } from '../../contract/service/key-policy.js';

/** What can be listed, and the answer's member that holds it. */
export const LISTS = {
  'tools/list': 'tools',
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
  'prompts/list': 'prompts',
} as const;

export type ListMethod = keyof typeof LISTS;

/** The protocol's two forms: with a handshake (until 2025-11-25), and with an envelope around every request. */
export type Era = 'legacy' | 'modern';

/** An answer around the request's id. */
export type AroundId = readonly [before: string, after: string];

/** A list's answer around its items and the request's id. */
type AroundItems = readonly [before: string, between: string, after: string];

/** One thing of a list, and to whom it is shown. */
export interface PreparedItem {
  /** It is shown where all of these groups of tools are. */
  readonly toolsets: readonly Toolset[];
  /** `--read-only` keeps it. */
  readonly readOnly: boolean;
  readonly text: string;
}

/** What the server says to everyone who asks, as text: made by asking it, while the program is built. */
export interface Prepared {
  /** Revisions that can be agreed on by a handshake. */
  readonly versions: readonly string[];
  readonly modernVersions: readonly string[];
  /** Where the envelope of a request says its revision, its client, and what the client can do. */
  readonly envelope: { readonly version: string; readonly client: string; readonly capabilities: string };
  /** Around the revision and the id. */
  readonly initialize: readonly [before: string, between: string, after: string];
  readonly ping: AroundId;
  readonly discover: AroundId;
  readonly lists: Readonly<
    Record<ListMethod, Readonly<Record<Era, AroundItems>> & { readonly items: readonly PreparedItem[] }>
  >;
}

/** What a server shows, as its arguments say. */
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

/** The answer to a request for a list, as a server with this selection gives it. */
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
