import { SERVICE_LIMITS } from '../../../networks/service-limits.js';
import type { FairWorkOptions } from '../../base/fair-work.js';

/** The limits of one upload. */
export interface MediaLimits {
  readonly imageBytes: number;
  readonly videoBytes: number;
  /** All files of one form together, in bytes. Larger files need a request each. */
  readonly formBytes: number;
  /** How long a sender may make almost no progress, in milliseconds. */
  readonly idleMs: number;
  /** Upload URLs per workspace that are still waiting for their file. */
  readonly openUploads: number;
  /** All media of a workspace together, in bytes; null: no limit. */
  readonly storageBytes: number | null;
}

export const MEDIA_LIMITS: MediaLimits = {
  imageBytes: SERVICE_LIMITS.image.maxBytes.value,
  videoBytes: SERVICE_LIMITS.video.maxBytes.value,
  formBytes: 1_000_000_000,
  idleMs: 30_000,
  openUploads: 50,
  storageBytes: 50_000_000_000,
};

/** How many files are downloaded at the same time. A workspace that sends more URLs must wait. */
export const DOWNLOAD_LIMITS: FairWorkOptions = { maxAtOnce: 64, maxPerShare: 4, maxWaitingPerShare: 12 };

/** The largest file of any kind, in bytes. */
export function maxFileBytes({ imageBytes, videoBytes }: MediaLimits): number {
  return Math.max(imageBytes, videoBytes);
}
