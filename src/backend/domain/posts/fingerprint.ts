import { hash } from 'node:crypto';
import type { TargetContent } from '../../../networks/content.js';

/** For how long the same content on the same account counts as a repeat, in milliseconds. */
export const DUPLICATE_WINDOW_MS = 24 * 60 * 60 * 1000;

/**
 * The same normalised text and media give the same fingerprint: case, white space and Unicode form do not
 * make a difference that a reader would see.
 */
export function fingerprintOf(content: Pick<TargetContent, 'text' | 'mediaUrls'>): string {
  const text = content.text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
  return hash('sha256', JSON.stringify([text, content.mediaUrls]), 'base64url');
}
