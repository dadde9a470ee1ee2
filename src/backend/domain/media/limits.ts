import { SERVICE_LIMITS } from '../../../networks/service-limits.js';

/** What one upload may be. */
export interface MediaLimits {
  readonly imageBytes: number;
  readonly videoBytes: number;
  /** All files of one form together, in bytes; larger ones come one by one. */
  readonly formBytes: number;
  /** How long a sender may bring next to nothing, in milliseconds. */
  readonly idleMs: number;
  /** One-time addresses of one workspace that still wait for their file. */
  readonly openUploads: number;
}

export const MEDIA_LIMITS: MediaLimits = {
  imageBytes: SERVICE_LIMITS.image.maxBytes.value,
  videoBytes: SERVICE_LIMITS.video.maxBytes.value,
  formBytes: 1_000_000_000,
  idleMs: 30_000,
  openUploads: 50,
};

/** The largest file of any kind, in bytes. */
export function largestFile({ imageBytes, videoBytes }: MediaLimits): number {
  return Math.max(imageBytes, videoBytes);
}
