import type { Platform } from '../../../contract/platforms.js';
import type { FieldPath } from '../../networks/network.js';
import { NETWORKS } from '../../networks/registry.js';
import { textAt } from '../../networks/requests/json-answer.js';

function fieldOf(rawCall: unknown, path: FieldPath | undefined): string | null {
  return path ? textAt(rawCall, ...path) || null : null;
}

/** The network's id of the post that a request replies to; null: it begins a conversation. */
export function answeredBy(platform: Platform, rawCall: unknown): string | null {
  return fieldOf(rawCall, NETWORKS[platform].replyField);
}

/** The content warning of a post; null: none. */
export function warningOf(platform: Platform, rawCall: unknown): string | null {
  return fieldOf(rawCall, NETWORKS[platform].warningField);
}
