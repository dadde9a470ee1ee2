import type { Child } from 'hono/jsx';
import type { Schedule } from '../../../contract/schedules/schedules.js';
import { Frame } from '../layout/frame.js';
import { PageHead } from '../layout/parts.js';
import type { User } from '../user.js';
import { ExistingChoice } from './existing-choice.js';

interface ConfirmProps {
  readonly user: User;
  readonly schedule: Schedule;
  readonly held: number;
  readonly act: 'pause' | 'delete';
  readonly problem: Child | null;
}

const ACT_WORDS = {
  pause: {
    title: 'Pause the schedule',
    lead: 'It has no open slots until it is resumed. Posts that keep their time stay in its slots.',
    button: 'Pause it',
  },
  delete: { title: 'Delete the schedule', lead: 'Its slots are no more.', button: 'Delete it' },
} as const;

/** Asks before a schedule is paused or deleted: for a yes, and what becomes of the posts in its slots. */
export function ConfirmPage({ user, schedule, held, act, problem }: ConfirmProps) {
  const { title, lead, button } = ACT_WORDS[act];
  return (
    <Frame title={title} place="/calendar" user={user}>
      <PageHead title={`${title} “${schedule.label}”`} lead={lead} />
      {problem}
      <form method="post" action={`/schedules/${schedule.id}/${act}`} class="schedule-form">
        <input type="hidden" name="csrf" value={user.csrfToken} />
        <input type="hidden" name="version" value={String(schedule.version)} />
        <ExistingChoice held={held} />
        <div class="buttons">
          <button class={act === 'delete' ? 'button danger' : 'button main'} type="submit">
            {button}
          </button>
          <a class="button quiet" href={`/schedules#${schedule.id}`}>
            Not now
          </a>
        </div>
      </form>
    </Frame>
  );
}
