import type { ExistingPosts, Schedule } from '../../../contract/schedules/schedules.js';
import type { Slot } from '../../../contract/schedules/slots.js';
import type { Answer } from '../../answers/answer.js';
import type { CallContext } from '../../call-context.js';
import type { CallStart } from '../../confirmation/agreement.js';
import type { Shown } from '../../confirmation/confirmation.js';
import { refusal } from '../../errors/error-answer.js';
import { refuseWithoutScope } from '../shared/permission.js';
import { ownLine } from '../shared/quoted-lines.js';
import { rowTime } from '../shared/time-facts.js';

/** The API's largest page. */
const PAGE = 100;

/** How far ahead to look for posts in slots, in days: the API lists 400 at once. */
const LOOK_DAYS = 399;

const DAY_MS = 86_400_000;

/** Posts that a preview names. */
const MAX_NAMED_POSTS = 5;

/** The schedule with this id, or the answer if there is none. */
export async function findSchedule(
  id: string,
  call: CallContext,
): Promise<
  { readonly ok: true; readonly schedule: Schedule } | { readonly ok: false; readonly refused: Answer }
> {
  for await (const schedule of call.client.schedules.list({ limit: PAGE }, call.request())) {
    if (schedule.id === id) return { ok: true, schedule };
  }
  const refused = refusal({
    code: 'schedule_not_found',
    message: `Schedule ${id} does not exist.`,
    next: 'postrider_list_schedules shows ids.',
  });
  return { ok: false, refused };
}

/** What happens to posts that lose their slot, in the words of a preview. */
const EXISTING_WORDS: Readonly<Record<ExistingPosts, string>> = {
  keep: 'keep their time',
  move: 'move to open slots',
  cancel: 'are cancelled',
};

interface SchedulePreviewWords {
  readonly schedule: Schedule;
  readonly verb: string;
  /** What accepting does, after "to". */
  readonly agree: string;
  readonly lines: readonly string[];
}

/** What a person needs to see before a schedule and its posts change, or why the key may not change the posts. */
export async function schedulePreview(
  { schedule, verb, agree, lines }: SchedulePreviewWords,
  existing: ExistingPosts,
  { now, me }: CallStart,
  call: CallContext,
): Promise<Shown> {
  const refused =
    existing === 'keep' ? undefined : refuseWithoutScope(me, 'posts:publish', `${existing} posts`);
  if (refused !== undefined) return { instead: refused };
  const to = new Date(now + LOOK_DAYS * DAY_MS).toISOString();
  const { data, nextCursor } = await call.client.queue.slots(
    { state: 'taken', to, limit: PAGE },
    call.request(),
  );
  const taken = data.filter(({ scheduleId }) => scheduleId === schedule.id);
  return {
    preview: {
      text: [verb, ...lines, ...postLines(taken, existing, nextCursor !== null)].map(ownLine).join('\n'),
      agree,
      content: [verb, ...lines],
      untrusted: [],
    },
  };
}

function postLines(taken: readonly Slot[], existing: ExistingPosts, more: boolean): string[] {
  if (taken.length === 0) return more ? [] : ['There are no posts in its slots.'];
  const named = taken.slice(0, MAX_NAMED_POSTS).map(({ when, excerpt }) => {
    return `- ${rowTime(when)}${excerpt === null ? '' : `: "${excerpt}"`}`;
  });
  const others = taken.length > named.length ? [`- and ${taken.length - named.length} more`] : [];
  const count = `${more ? 'At least ' : ''}${taken.length} post${taken.length === 1 ? '' : 's'}`;
  return [
    `${count} in its slots. Posts that lose their slot ${EXISTING_WORDS[existing]}:`,
    ...named,
    ...others,
  ];
}
