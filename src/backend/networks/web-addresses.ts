import type { Platform } from '../../contract/platforms.js';

/** Where the pages of a simulated network are, without a slash at the end. */
export function simulatedWebUrl(publicUrl: string, platform: Platform): string {
  return `${publicUrl}/network/${platform}`;
}

/** Where an account's posts are listed, below a network's web address. */
export function profilePath(base: string, { handle }: { readonly handle: string }): string {
  return `${base}/@${encodeURIComponent(handle)}`;
}
