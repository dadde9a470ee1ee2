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
    title: 'Pause schedule',
    lead: 'It has no open slots until you resume it. Posts that keep their time stay in its slots.',
    button: 'Pause schedule',
  },
  delete: { title: 'Delete schedule', lead: 'Its slots are deleted.', button: 'Delete schedule' },
} as const;

/** Confirms pausing or deleting a schedule, and asks what happens to the posts in its slots. */
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
            Cancel
          </a>
        </div>
      </form>
    </Frame>
  );
}
