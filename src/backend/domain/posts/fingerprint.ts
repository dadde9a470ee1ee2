import { hash } from 'node:crypto';
import { normalized } from '../../../base/normalized.js';
import type { TargetContent } from '../../../networks/content.js';

/** How long the same content on the same account counts as a duplicate, in milliseconds. */
export const DUPLICATE_WINDOW_MS = 24 * 60 * 60 * 1000;

/**
 * Normalising a long text takes milliseconds, and many accounts of a post have the same one. So the last texts are kept
 * with what they became.
 */
const MIN_KEPT_LENGTH = 5_000;
const MAX_KEPT_TEXTS = 10;
const kept = new Map<string, string>();

/**
 * Hashes normalised text and media. Case, white space and Unicode form are ignored: readers see no difference.
 */
export function fingerprintOf({ text, mediaUrls }: Pick<TargetContent, 'text' | 'mediaUrls'>): string {
  const parts = [text.length < MIN_KEPT_LENGTH ? textAsRead(text) : keptText(text), mediaUrls];
  return hash('sha256', JSON.stringify(parts), 'base64url');
}

function keptText(text: string): string {
  const known = kept.get(text);
  if (known !== undefined) return known;
  const [oldest] = kept.keys();
  if (oldest !== undefined && kept.size >= MAX_KEPT_TEXTS) kept.delete(oldest);
  const read = textAsRead(text);
  kept.set(text, read);
  return read;
}

function textAsRead(text: string): string {
  return normalized(text, 'NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}
