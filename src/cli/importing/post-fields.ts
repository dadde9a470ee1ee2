import { isRecord } from '../../base/is-record.js';
import type { JsonObject } from '../../base/json.js';
import { nearestName } from '../../base/nearest-name.js';
import { isPlatform, PLATFORM_ALIASES, PLATFORMS } from '../../contract/platforms.js';
import { CreatePost, Override } from '../../contract/posts/content.js';
import type { FieldFault, PostReading } from './written-post.js';

/** Names that are shorter than the API's, and mean the same. */
const SHORTER: Readonly<Record<string, string>> = {
  to: 'platforms',
  platform: 'platforms',
  accounts: 'accountIds',
  account: 'accountIds',
  at: 'scheduledAt',
  media: 'mediaUrls',
  alt: 'altTexts',
};

const OWN_FIELDS = [...Object.keys(CreatePost.shape), 'idempotencyKey'];
const TARGET_FIELDS = Object.keys(Override.shape).filter((name) => name !== 'target');

/** JsonObject that may be one text with commas in it. */
const LISTS: readonly string[] = ['platforms', 'accountIds', 'mediaUrls'];

/** Longest name of a field that is looked for among the known ones. */
const LONGEST_NAME = 60;

/**
 * Reads a post from its fields, named as in the API or shorter. Networks may go by their other names, and
 * `overrides` may be a mapping by network or account instead of a list.
 *
 * @returns the post, or everything that is wrong with it
 */
export function readPostFields(fields: JsonObject): PostReading {
  const faults: FieldFault[] = [];
  const sources = new Map<string, string>();
  const post: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const field = SHORTER[name] ?? name;
    if (!OWN_FIELDS.includes(field)) {
      faults.push({ field: [name], message: unknownField(name) });
      continue;
    }
    const before = sources.get(field);
    if (before !== undefined) {
      faults.push({ field: [name], message: `it means the same as ${before}: give one of them.` });
      continue;
    }
    sources.set(field, name);
    if (value !== null && value !== undefined) post[field] = LISTS.includes(field) ? asList(value) : value;
  }
  if (Array.isArray(post['platforms']))
    post['platforms'] = post['platforms'].map((word) => platformOf(word, sources.get('platforms'), faults));
  const overrides = overridesOf(post['overrides'], faults);
  if (overrides !== undefined) post['overrides'] = overrides.list;
  const { idempotencyKey, ...content } = post;
  if (idempotencyKey !== undefined && typeof idempotencyKey !== 'string')
    faults.push({ field: ['idempotencyKey'], message: 'it has to be a text.' });
  if (faults.length > 0) return { ok: false, faults };

  const nameOf = (path: readonly PropertyKey[]) => writtenPath(path, sources, overrides?.names ?? []);
  const read = CreatePost.safeParse(content);
  if (read.success)
    return {
      ok: true,
      written: {
        post: read.data,
        idempotencyKey: typeof idempotencyKey === 'string' ? idempotencyKey : undefined,
        nameOf,
      },
    };
  return {
    ok: false,
    faults: read.error.issues.map(({ path, message }) => ({
      field: nameOf(path),
      message,
    })),
  };
}

/** Where a value was written that the API would call something else. */
function writtenPath(
  path: readonly PropertyKey[],
  sources: ReadonlyMap<string, string>,
  overrides: readonly (string | number)[],
): (string | number)[] {
  const [first = '', second, ...rest] = path.map((part) => (typeof part === 'number' ? part : String(part)));
  const name = sources.get(String(first)) ?? first;
  if (second === undefined) return [name];
  const place = first === 'overrides' && typeof second === 'number' ? (overrides[second] ?? second) : second;
  return [name, place, ...rest];
}

function unknownField(name: string): string {
  if (TARGET_FIELDS.includes(name))
    return `it differs from network to network: write it in overrides, as in overrides.youtube.${name}.`;
  const near = (names: readonly string[]): string | undefined =>
    name.length > LONGEST_NAME ? undefined : nearestName(name, names);
  const meant = near(OWN_FIELDS) ?? near(Object.keys(SHORTER));
  return `it is not known.${meant === undefined ? '' : ` Did you mean ${meant}?`}`;
}

/** One text with commas, or a list. */
function asList(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return value
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function platformOf(word: unknown, field = 'platforms', faults: FieldFault[]): unknown {
  if (typeof word !== 'string') return word;
  const name = word.toLowerCase();
  const known = isPlatform(name) ? name : PLATFORM_ALIASES[name];
  if (known !== undefined) return known;
  const meant = nearestName(name, PLATFORMS);
  faults.push({
    field: [field],
    message: `"${word}" is no network.${meant === undefined ? ` They are ${PLATFORMS.join(', ')}.` : ` Did you mean ${meant}?`}`,
  });
  return word;
}

interface ReadOverrides {
  readonly list: unknown;
  /** How each was named: its place in the list, or its key. */
  readonly names: readonly (string | number)[];
}

function overridesOf(value: unknown, faults: FieldFault[]): ReadOverrides | undefined {
  if (value === undefined) return undefined;
  const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? value.map((one, place) => [place, one] as const)
    : isRecord(value)
      ? Object.entries(value).map(
          ([target, one]) => [target, isRecord(one) ? { target, ...one } : one] as const,
        )
      : [];
  if (entries.length === 0 && !Array.isArray(value) && !isRecord(value)) return { list: value, names: [] };
  const names = entries.map(([name]) => name);
  return { list: entries.map(([name, one]) => overrideOf(name, one, faults)), names };
}

function overrideOf(name: string | number, value: unknown, faults: FieldFault[]): unknown {
  if (!isRecord(value)) return value;
  const override: Record<string, unknown> = {};
  for (const [key, given] of Object.entries(value)) {
    const field = key === 'media' || key === 'at' || key === 'alt' ? (SHORTER[key] ?? key) : key;
    if (field !== 'target' && !TARGET_FIELDS.includes(field)) {
      const meant = nearestName(key, TARGET_FIELDS);
      faults.push({
        field: ['overrides', name, key],
        message: `it is no field of a target.${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
      });
    } else if (field === 'target' && typeof given === 'string') {
      const word = given.toLowerCase();
      override['target'] = isPlatform(word) ? word : (PLATFORM_ALIASES[word] ?? given);
    } else override[field] = field === 'mediaUrls' ? asList(given) : given;
  }
  return override;
}
