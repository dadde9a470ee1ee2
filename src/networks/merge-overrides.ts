import type { Override } from '../contract/posts/content.js';
import type { PostBody } from './content.js';

/**
 * Merges the overrides of an edit into those of a post, by target. Omitted fields keep their value, `null` removes a
 * field, and `options` are merged by name. Alt texts stay with their files.
 *
 * @param changes `null` removes all overrides
 * @returns the changed overrides first, in the order of the request, so that error pointers fit the request
 */
export function mergeOverrides(
  { mediaUrls = [], overrides = [] }: Pick<PostBody, 'mediaUrls' | 'overrides'>,
  changes: readonly Override[] | null | undefined,
): Override[] {
  if (changes === null) return [];
  const stored = byTarget(overrides, (all, one) => ({ ...all, ...withoutAbsent(one) }));
  if (changes === undefined || changes.length === 0) return [...stored.values()];
  const asked = byTarget(changes, (all, one) => ({ ...all, ...withoutAbsent(one) }));
  const merged = [...asked.values()].map((change) =>
    mergeOverride(stored.get(change.target), change, mediaUrls),
  );
  const others = [...stored.values()].filter(({ target }) => !asked.has(target));
  return [...merged.filter(saysSomething), ...others];
}

/** The changes that turn the overrides of a post into exactly these, as an edit takes them. */
export function overrideChanges<Wanted extends { readonly target: string; readonly options?: unknown }>(
  from: readonly Override[],
  to: readonly Wanted[],
) {
  const wanted = new Map<string, Wanted>(to.map((override) => [override.target, override]));
  const before = from.map(({ target, ...fields }) => {
    const next = wanted.get(target);
    const dropped = { ...noneOf(fields), ...next, target };
    if (!fields.options || !next?.options) return dropped;
    return { ...dropped, options: { ...noneOf(fields.options), ...next.options } };
  });
  const kept = new Set(from.map(({ target }) => target));
  return [...to.filter(({ target }) => !kept.has(target)), ...before];
}

function noneOf(fields: object): Record<string, null> {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, null]));
}

/** Whether two lists of overrides are the same, in any order. */
export function sameOverrides(one: readonly Override[], other: readonly Override[]): boolean {
  const canonical = (overrides: readonly Override[]): string =>
    JSON.stringify(
      overrides
        .map((override) => Object.entries(withoutAbsent(override)).sort(([a], [b]) => (a < b ? -1 : 1)))
        .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
    );
  return canonical(one) === canonical(other);
}

function mergeOverride(
  stored: Override | undefined,
  change: Override,
  inherited: readonly string[],
): Override {
  const { scheduledAt, timezone, options, mediaUrls, altTexts } = change;
  const merged = { ...stored, ...change };
  // A zone belongs to its time.
  if (scheduledAt !== undefined && timezone === undefined) delete merged.timezone;
  if (options) merged.options = withoutNull({ ...stored?.options, ...options });
  if (mediaUrls && altTexts === undefined && stored?.altTexts) {
    const described = stored.mediaUrls ?? inherited;
    const alts = new Map(described.map((key, index) => [key, stored.altTexts?.[index] ?? '']));
    merged.altTexts = mediaUrls.map((key) => alts.get(key) ?? '');
  }
  const { target, ...fields } = merged;
  // What the post was created with keeps its `null`: it removes what the platform's override says.
  const left = Object.entries(fields).filter(([name]) => Reflect.get(change, name) !== null);
  return { ...Object.fromEntries(left), target };
}

function withoutNull(options: NonNullable<Override['options']>): NonNullable<Override['options']> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null));
}

function byTarget(
  overrides: readonly Override[],
  join: (all: Override, one: Override) => Override,
): Map<string, Override> {
  const found = new Map<string, Override>();
  for (const override of overrides) {
    const known = found.get(override.target);
    found.set(override.target, known === undefined ? withoutAbsent(override) : join(known, override));
  }
  return found;
}

function withoutAbsent(override: Override): Override {
  const fields = Object.entries(override).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(fields), target: override.target };
}

function saysSomething(override: Override): boolean {
  return Object.keys(override).length > 1;
}
