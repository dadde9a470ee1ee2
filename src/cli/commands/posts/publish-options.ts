import type { Post } from '../../../contract/posts/posts.js';
import { flag, type Options, text } from '../../command.js';
import type { Context } from '../../context.js';
import { confirmAct } from '../../input/confirm-act.js';
import { WAIT_OPTION } from './outcome.js';
import { postText } from './post-text.js';
import { CHANGE_OPTIONS } from './stored-post.js';
import { WHEN_OPTIONS, type When } from './when.js';

/** What every command takes that lets a stored post go out. */
export const GOING_OUT_OPTIONS = {
  ...WHEN_OPTIONS,
  idempotencyKey: text('--idempotency-key <key>', 'Name of this act: the same key never publishes twice'),
  allowDuplicate: flag('--allow-duplicate', 'Although the same text went to the same account today'),
  wait: WAIT_OPTION,
  ...CHANGE_OPTIONS,
} as const satisfies Options;

/** Asks before a post goes out that nobody could stop any more. @throws CliFailure `not_confirmed` */
export function confirmGoingOut(
  post: Post,
  when: When | null,
  yes: boolean,
  context: Context,
): Promise<void> {
  const at = when?.time.scheduledAt;
  return confirmAct(
    {
      shows: (room) => `${postText(post, room)}\n${at ? `It goes out at ${at}.` : 'It goes out now.'}`,
      question: 'Publish?',
      would: 'This would be published now or within 15 minutes',
    },
    yes,
    context,
  );
}
