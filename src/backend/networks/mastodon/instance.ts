import type { OwnLimits } from '../../../networks/own-limits.js';
import { NetworkRefusal, type ReadLimits } from '../adapter.js';
import type { Connection } from '../connection.js';
import { ask, bearer } from '../requests/exchange.js';
import { listAt, valueAt } from '../requests/json-answer.js';
import { mastodonErrors } from './errors.js';

interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** What Postrider makes use of: posts have at most 100,000 characters, 40 files and alt texts of 5,000 characters. */
const TEXT: Bounds = { min: 1, max: 100_000 };
const FILES: Bounds = { min: 1, max: 40 };
const ALT_TEXT: Bounds = { min: 1, max: 5000 };
const LINK: Bounds = { min: 1, max: 1000 };
/** Images cannot be made smaller than this and stay recognizable; no file of ours is larger. */
const BYTES: Bounds = { min: 10_000, max: 1_000_000_000 };
const PIXELS: Bounds = { min: 10_000, max: 1_000_000_000 };
const FRAMES: Bounds = { min: 1, max: 1000 };
/** Types that one server lists; real servers list about 30. */
const MAX_TYPES = 100;
const TYPE = /^(?:image|video)\/[a-z0-9.+-]{1,60}$/;

/** Reads numbers, and says which it does not take as they are. */
class Reader {
  readonly notes: string[] = [];

  /** @param name of the field, as the server calls it */
  number(value: unknown, name: string, { min, max }: Bounds): number | undefined {
    if (value === undefined || value === null) return undefined;
    if (typeof value !== 'number' || !Number.isInteger(value) || value < min) {
      this.notes.push(`${name} is ${shown(value)}: the network’s default is used.`);
      return undefined;
    }
    if (value <= max) return value;
    this.notes.push(`${name} is ${shown(value)}: ${max} is used.`);
    return max;
  }

  /** The types of one kind; undefined: the server lists none, and the network's default is used. */
  types(values: readonly unknown[], kind: 'image' | 'video'): readonly string[] | undefined {
    const found = values
      .slice(0, MAX_TYPES)
      .flatMap((value) =>
        typeof value === 'string' && value.startsWith(`${kind}/`) && TYPE.test(value) ? [value] : [],
      );
    if (found.length > 0) return [...new Set(found)];
    if (values.length > 0)
      this.notes.push(`supported_mime_types has no ${kind}: the network’s default is used.`);
    return undefined;
  }
}

/** A value in a sentence; a server can write anything. */
function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 40);
}

/**
 * What a server says of its limits, in the answer to `/api/v2/instance` or `/api/v1/instance`. Pure. The server may be
 * anybody's: values outside of what Postrider can make use of are cut or left out.
 */
export function limitsIn(instance: unknown): ReadLimits {
  const read = new Reader();
  const at = (...path: string[]) => valueAt(instance, 'configuration', ...path);
  const media = (name: string, bounds: Bounds) => read.number(at('media_attachments', name), name, bounds);
  const types = listAt(instance, 'configuration', 'media_attachments', 'supported_mime_types');
  const limits: OwnLimits = {
    // Pleroma and its relatives say it outside of the configuration.
    maxText: read.number(
      at('statuses', 'max_characters') ?? valueAt(instance, 'max_toot_chars'),
      'max_characters',
      TEXT,
    ),
    linkLength: read.number(
      at('statuses', 'characters_reserved_per_url'),
      'characters_reserved_per_url',
      LINK,
    ),
    maxImages: read.number(at('statuses', 'max_media_attachments'), 'max_media_attachments', FILES),
    maxAltText: media('description_limit', ALT_TEXT),
    images: some({
      types: read.types(types, 'image'),
      maxBytes: media('image_size_limit', BYTES),
      maxPixels: media('image_matrix_limit', PIXELS),
    }),
    videos: some({
      types: read.types(types, 'video'),
      maxBytes: media('video_size_limit', BYTES),
      maxPixels: media('video_matrix_limit', PIXELS),
      maxFramesPerSecond: media('video_frame_rate_limit', FRAMES),
    }),
  };
  return { limits: some(limits) ?? null, notes: read.notes };
}

/** Undefined where nothing is set. */
function some<Limits extends object>(limits: Limits): Limits | undefined {
  return Object.values(limits).some((value) => value !== undefined) ? limits : undefined;
}

/** Programs without the second version of the API (before Mastodon 4.0; snac2) answer the first. */
const VERSIONS = ['/api/v2/instance', '/api/v1/instance'] as const;
/** No such page: an older or smaller program. */
const NO_ROUTE: readonly (number | null)[] = [404, 405, 410, 501];

/**
 * The limits of the account's server; `limits` null: it says nothing of them.
 *
 * @throws NetworkRefusal, ConnectionFailed
 */
export async function readLimits(connection: Connection): Promise<ReadLimits> {
  for (const path of VERSIONS) {
    try {
      const { body } = await ask(mastodonErrors, connection, {
        method: 'GET',
        path,
        headers: bearer(connection),
      });
      const found = limitsIn(body);
      if (found.limits !== null || found.notes.length > 0) return found;
    } catch (refusal) {
      const isMissing = refusal instanceof NetworkRefusal && NO_ROUTE.includes(refusal.answer.status);
      if (!isMissing) throw refusal;
    }
  }
  return { limits: null, notes: [] };
}
