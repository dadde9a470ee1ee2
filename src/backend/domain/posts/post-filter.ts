import type { Platform } from '../../../contract/platforms.js';
import type { PostKind, StatusFilter } from '../../../contract/posts/posts.js';

/** Where a post stands in lists. */
export interface Place {
  readonly effectiveAt: number;
  readonly id: string;
}

/** Which posts a list shows. */
export interface PostFilter {
  readonly workspaceId: string;
  readonly statuses?: readonly StatusFilter[] | undefined;
  readonly platforms?: readonly Platform[] | undefined;
  readonly accountId?: string | undefined;
  readonly kinds?: readonly PostKind[] | undefined;
  readonly text?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  /** Effective times from `from` up to but without `to`: epoch milliseconds of workspace time. */
  readonly range?: { readonly from: number; readonly to: number } | undefined;
  readonly order: 'asc' | 'desc';
  /** Where the page before ended. */
  readonly after?: Place | undefined;
  readonly limit: number;
}
