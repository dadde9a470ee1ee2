import { access } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import type { PostriderClient } from '../../../../client/client.js';
import { type CreatePost, type Override, scheduleModeOf } from '../../../../contract/posts/content.js';
import type { Context } from '../../../context.js';
import { CliFailure } from '../../../failure.js';
import type { ResolvedTime, TimeReader } from '../../../input/chosen-time.js';
import { isStorageKey, storageKeyOf } from '../../../input/storage-keys.js';
import { isAddress } from '../../../input/upload-media.js';
import { type FieldFault, InvalidPost } from './parsed-post.js';

/** A post with resolved times. */
export interface TimedPost {
  readonly post: CreatePost;
  /** Published now or within two hours, too near to be stopped in time. */
  readonly soon: boolean;
  /** What had to be assumed to read its times. */
  readonly assumptions: readonly string[];
}

/**
 * Resolves the times of a post.
 *
 * @throws InvalidPost if a time cannot be used
 */
export function withTimes(post: CreatePost, read: TimeReader): TimedPost {
  const faults: FieldFault[] = [];
  const assumptions: string[] = [];
  let soon = scheduleModeOf(post) === 'now';
  const timed = <
    Times extends { scheduledAt?: string | null | undefined; timezone?: string | null | undefined },
  >(
    times: Times,
    field: readonly (string | number)[],
    goesOut: boolean,
  ): Times => {
    const { scheduledAt } = times;
    if (!scheduledAt) return times;
    const chosen = readOr(faults, field, () =>
      read(scheduledAt, times.timezone ?? post.timezone ?? undefined),
    );
    if (chosen === undefined) return times;
    if (goesOut && chosen.soon) soon = true;
    assumptions.push(...chosen.assumptions);
    return { ...times, scheduledAt: chosen.scheduledAt, timezone: chosen.timezone };
  };
  const goesOut = scheduleModeOf(post) === 'schedule';
  const main = timed(post, ['scheduledAt'], goesOut);
  const overrides = post.overrides?.map(
    (one, place): Override => timed(one, ['overrides', place, 'scheduledAt'], goesOut),
  );
  const proposed = post.proposed && timed(post.proposed, ['proposed', 'scheduledAt'], false);
  if (faults.length > 0) throw new InvalidPost(faults);
  return {
    post: { ...main, ...(overrides && { overrides }), ...(proposed && { proposed }) },
    soon,
    assumptions: [...new Set(assumptions)],
  };
}

function readOr(
  faults: FieldFault[],
  field: readonly (string | number)[],
  read: () => ResolvedTime,
): ResolvedTime | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof CliFailure)) throw error;
    faults.push({ field, message: [error.message, ...error.next].join(' ') });
    return undefined;
  }
}

/** The media names of a post, each once. */
function mediaNames({ mediaUrls = [], overrides = [] }: CreatePost): string[] {
  const all = overrides.flatMap(({ mediaUrls: own, cover }) => [...(own ?? []), ...(cover ? [cover] : [])]);
  return [...new Set([...mediaUrls, ...all])];
}

/**
 * Checks that a post's local files exist.
 *
 * @param folder the base of relative paths
 * @throws InvalidPost
 */
export async function checkFiles(post: CreatePost, folder: string): Promise<void> {
  const missing: FieldFault[] = [];
  for (const name of mediaNames(post)) {
    if (isStorageKey(name) || isAddress(name)) continue;
    const path = pathOf(name, folder);
    await access(path).catch(() => {
      missing.push({ field: ['mediaUrls'], message: `file not found: ${path}.` });
    });
  }
  if (missing.length > 0) throw new InvalidPost(missing);
}

/** Uploads a post's files and replaces them with storage keys. @throws PostriderError if an upload fails */
export async function withStoredMedia(
  post: CreatePost,
  folder: string,
  client: PostriderClient,
  context: Context,
): Promise<CreatePost> {
  const keys = new Map<string, string>();
  for (const name of mediaNames(post)) {
    const isFile = !isStorageKey(name) && !isAddress(name);
    keys.set(name, await storageKeyOf(isFile ? pathOf(name, folder) : name, client, context));
  }
  const stored = (names: readonly string[]): string[] => names.map((name) => keys.get(name) ?? name);
  return {
    ...post,
    ...(post.mediaUrls && { mediaUrls: stored(post.mediaUrls) }),
    ...(post.overrides && {
      overrides: post.overrides.map((one) => ({
        ...one,
        ...(one.mediaUrls && { mediaUrls: stored(one.mediaUrls) }),
        ...(one.cover && { cover: keys.get(one.cover) ?? one.cover }),
      })),
    }),
  };
}

function pathOf(name: string, folder: string): string {
  return isAbsolute(name) ? name : resolve(folder, name);
}
