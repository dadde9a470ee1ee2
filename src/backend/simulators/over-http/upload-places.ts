import type { Platform } from '../../../contract/platforms.js';

interface UploadPlaces {
  /** Origins that take uploads. */
  readonly origins?: readonly string[];
  /** The beginning of paths of the API that the simulator knows with their origin. */
  readonly absolutePath?: string;
}

/** Where the networks take uploads, beyond the paths of their API. */
export const UPLOAD_PLACES: Readonly<Partial<Record<Platform, UploadPlaces>>> = {
  facebook: { origins: ['https://rupload.facebook.com'] },
  bluesky: { origins: ['https://video.bsky.app'] },
  linkedin: { origins: ['https://www.linkedin.com'] },
  pinterest: { origins: ['https://pinterest-media-upload.s3-accelerate.amazonaws.com'] },
  tiktok: { origins: ['https://open-upload.tiktokapis.com'] },
  youtube: { absolutePath: '/upload/youtube/v3/videos/' },
};
