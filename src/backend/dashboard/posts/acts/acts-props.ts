import type { Account } from '../../../../contract/accounts/accounts.js';
import type { Post, Target } from '../../../../contract/posts/posts.js';
import { channelName } from '../../layout/channel-name.js';
import type { RefusedAct } from './refused-act.js';

/** A post, with what its forms need. */
export interface ActsProps {
  readonly post: Post;
  readonly accounts: readonly Account[];
  readonly csrfToken: string;
  readonly timezone: string;
  readonly now: number;
  /** Why the user, as its author, cannot publish or approve it. */
  readonly own?: string | null;
  /** Whether the user may retry it, as far as the authors of posts are concerned. */
  readonly mayRetry?: boolean;
  /** Refused input, shown again in its form. */
  readonly refused?: RefusedAct | null;
}

/** `Bluesky @fernhill, X @fernhill` */
export function namesOf(targets: readonly Target[]): string {
  return targets.map(channelName).join(', ');
}
