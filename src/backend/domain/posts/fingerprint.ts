import { hash } from 'node:crypto';
import type { TargetContent } from '../../../networks/content.js';

/** How long the same content on the same account counts as a duplicate, in milliseconds. */
export const DUPLICATE_WINDOW_MS = 24 * 60 * 60 * 1000;

/**
 * Hashes normalised text and media. Case, white space and Unicode form are ignored: readers see no difference.
 */
export function fingerprintOf(content: Pick<TargetContent, 'text' | 'mediaUrls'>): string {
  const text = content.text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
  return hash('sha256', JSON.stringify([text, content.mediaUrls]), 'base64url');
}
