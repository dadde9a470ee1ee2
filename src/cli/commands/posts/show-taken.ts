import type { PostriderClient } from '../../../client/client.js';
import type { CreatedPost } from '../../../contract/posts/posts.js';
import type { Context } from '../../context.js';
import type { ExitKind } from '../../exit-codes.js';
import { outcomeOf, settled } from './outcome.js';
import { postText } from './post-text.js';

/** How a post was taken that is to go out. */
interface Taking {
  /** Its outcome is waited for. */
  readonly isNow: boolean;
  /** `The post was created`: what was done already. */
  readonly done: string;
  /** How long its outcome is waited for, in seconds. */
  readonly wait: number | undefined;
  /** What was filled in or decided in reading its time, one sentence each. */
  readonly decided?: readonly string[] | undefined;
}

/**
 * Shows a post that was taken; where it goes out now, with what became of it.
 *
 * @returns what the command ends with
 */
export async function showTaken(
  taken: CreatedPost,
  { isNow, done, wait, decided = [] }: Taking,
  client: PostriderClient,
  context: Context,
): Promise<ExitKind | undefined> {
  const { warnings } = taken;
  const latest = isNow ? await settled(taken, { seconds: wait, done }, client, context) : taken;
  context.output.result({
    data: { ...latest, warnings },
    brief: [latest.id],
    text: (room) => postText(latest, room, warnings),
  });
  for (const sentence of decided) context.output.note(sentence);
  return isNow ? outcomeOf(latest) : undefined;
}
