import { isRecord } from '../../../../base/is-record.js';
import type { JsonObject } from '../../../../base/json.js';
import { nearestName } from '../../../../base/nearest-name.js';
import { isPlatform, PLATFORM_ALIASES, PLATFORMS } from '../../../../contract/platforms.js';
import { CreatePost, Override } from '../../../../contract/posts/content.js';
import type { FieldFault, PostReading } from './parsed-post.js';

/** Short forms of the API's field names. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  to: 'platforms',
  platform: 'platforms',
  accounts: 'accountIds',
  account: 'accountIds',
  at: 'scheduledAt',
  media: 'mediaUrls',
  alt: 'altTexts',
  label: 'labels',
};

const OWN_FIELDS = [...Object.keys(CreatePost.shape), 'idempotencyKey'];
const TARGET_FIELDS = Object.keys(Override.shape).filter((name) => name !== 'target');

/** List fields that may be written as one text with commas. */
const LISTS: readonly string[] = ['platforms', 'accountIds', 'mediaUrls', 'labels'];

/** The longest field name that is compared with the known ones. */
const MAX_NAME_LENGTH = 60;

/**
 * Reads a post from its fields, which may use short forms and network aliases. `overrides` may be a mapping by network
 * or account instead of a list.
 *
 * @returns the post, or everything that is invalid
 */
export function readPostFields(fields: JsonObject): PostReading {
  const faults: FieldFault[] = [];
  const sources = new Map<string, string>();
  const post: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const field = SHORT_NAMES[name] ?? name;
    if (!OWN_FIELDS.includes(field)) {
      faults.push({ field: [name], message: unknownField(name) });
      continue;
    }
    const before = sources.get(field);
    if (before !== undefined) {
      faults.push({ field: [name], message: `is the same field as ${before}. Use only one of them.` });
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
    faults.push({ field: ['idempotencyKey'], message: 'must be text.' });
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

/** The path of an API field in the file's own names. */
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
    return `depends on the network. Put it in overrides, such as overrides.youtube.${name}.`;
  const near = (names: readonly string[]): string | undefined =>
    name.length > MAX_NAME_LENGTH ? undefined : nearestName(name, names);
  const meant = near(OWN_FIELDS) ?? near(Object.keys(SHORT_NAMES));
  return `unknown field.${meant === undefined ? '' : ` Did you mean ${meant}?`}`;
}

/** Splits a text with commas into a list. */
export function asList(value: unknown): unknown {
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
    message: `unknown network "${word}".${meant === undefined ? ` Networks: ${PLATFORMS.join(', ')}.` : ` Did you mean ${meant}?`}`,
  });
  return word;
}

interface ReadOverrides {
  readonly list: unknown;
  /** The name of each in the file: its index or its key. */
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
    const field = key === 'media' || key === 'at' || key === 'alt' ? (SHORT_NAMES[key] ?? key) : key;
    if (field !== 'target' && !TARGET_FIELDS.includes(field)) {
      const meant = nearestName(key, TARGET_FIELDS);
      faults.push({
        field: ['overrides', name, key],
        message: `unknown field.${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
      });
    } else if (field === 'target' && typeof given === 'string') {
      const word = given.toLowerCase();
      override['target'] = isPlatform(word) ? word : (PLATFORM_ALIASES[word] ?? given);
    } else override[field] = field === 'mediaUrls' ? asList(given) : given;
  }
  return override;
}
