import { randomUUID } from 'node:crypto';
import type { Account } from '../../../contract/accounts/accounts.js';
import type { PostOutcome, Schedule } from '../../../contract/schedules/schedules.js';
import { waitingPosts } from '../../domain/schedules/waiting-posts.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { Services } from '../../operations/services.js';
import { htmlAnswer } from '../answers.js';
import { ProblemNotice } from '../layout/problem.js';
import type { Person } from '../person.js';
import type { FormVisit, PersonRoutes } from '../routes.js';
import { AskPage } from './ask-page.js';
import { ScheduleFormPage } from './form-page.js';
import { SchedulesPage } from './list-page.js';
import { OutcomePage } from './outcome-page.js';
import { findSchedule, readSchedules, shownSchedules } from './reading.js';
import { definitionIn, emptySchedule, existingIn, readSchedule, scheduleInForm } from './written-schedule.js';

/** The schedules: making, changing, pausing and deleting them. */
export function addSchedules(routes: PersonRoutes, services: Services): void {
  const { db } = services.store;
  const heldBy = async (schedule: Schedule, { now }: Person): Promise<number> =>
    (await waitingPosts(db, schedule.id, now)).length;

  routes.show('/schedules', async ({ person }) => {
    const [schedules, accounts] = await Promise.all([readSchedules(person), accountsOf(person)]);
    const shown = await shownSchedules(person, schedules, heldBy);
    return SchedulesPage({ person, shown, accounts });
  });

  routes.show('/schedules/new', async ({ person }) =>
    ScheduleFormPage({
      person,
      accounts: await accountsOf(person),
      written: emptySchedule(person.workspace.timezone),
      editing: null,
      held: 0,
      key: randomUUID(),
      problem: null,
    }),
  );

  routes.show('/schedules/:id/edit', async ({ person, param }) => {
    const editing = await findSchedule(person, param('id'));
    return ScheduleFormPage({
      person,
      accounts: await accountsOf(person),
      written: scheduleInForm(editing),
      editing,
      held: await heldBy(editing, person),
      key: randomUUID(),
      problem: null,
    });
  });

  routes.act('/schedules', async (visit) => {
    const { person, form, goTo } = visit;
    return orFormAgain(visit, null, 0, async () => {
      const made = await person.ask('schedules.create', {
        body: definitionIn(readSchedule(form)),
        key: form.text('key') || undefined,
      });
      return goTo(`/schedules#${made.id}`);
    });
  });

  routes.act('/schedules/:id/edit', async (visit) => {
    const { person, param, form } = visit;
    const editing = await findSchedule(person, param('id'));
    return orFormAgain(visit, editing, await heldBy(editing, person), async () => {
      const { label, posts, id } = await person.ask('schedules.update', {
        path: { id: editing.id },
        body: {
          ...definitionIn(readSchedule(form)),
          version: versionIn(visit),
          existing: existingIn(form),
        },
      });
      return told(visit, posts, `“${label}” was changed.`, id);
    });
  });

  for (const act of ['pause', 'delete'] as const) {
    routes.show(`/schedules/:id/${act}`, async ({ person, param }) => {
      const schedule = await findSchedule(person, param('id'));
      return AskPage({ person, schedule, held: await heldBy(schedule, person), act, problem: null });
    });
  }

  routes.act('/schedules/:id/pause', async (visit) => {
    const { person, param, form } = visit;
    const schedule = await findSchedule(person, param('id'));
    return orAskAgain(visit, schedule, 'pause', async () => {
      const { label, posts, id } = await person.ask('schedules.update', {
        path: { id: schedule.id },
        body: { active: false, existing: existingIn(form), version: form.whole('version') },
      });
      return told(visit, posts, `“${label}” is paused.`, id);
    });
  });

  routes.act('/schedules/:id/resume', async (visit) => {
    const { person, param } = visit;
    const { label, posts, id } = await person.ask('schedules.update', {
      path: { id: param('id') },
      body: { active: true },
    });
    return told(visit, posts, `“${label}” is active again.`, id);
  });

  routes.act('/schedules/:id/delete', async (visit) => {
    const { person, param, form } = visit;
    const schedule = await findSchedule(person, param('id'));
    return orAskAgain(visit, schedule, 'delete', async () => {
      const { posts } = await person.ask('schedules.delete', {
        path: { id: schedule.id },
        query: { existing: existingIn(form) },
      });
      return told(visit, posts, `“${schedule.label}” was deleted.`, null);
    });
  });

  async function orAskAgain(
    { person, context }: FormVisit,
    schedule: Schedule,
    act: 'pause' | 'delete',
    work: () => Promise<Response>,
  ): Promise<Response> {
    return orShow(work, context.requestId, null, async (problem, status) => {
      const held = await heldBy(schedule, person);
      return htmlAnswer(context, AskPage({ person, schedule, held, act, problem }), { status });
    });
  }
}

/** Does what the form asks for; what was refused stands in the form again, with the reason. */
function orFormAgain(
  { person, form, context }: FormVisit,
  editing: Schedule | null,
  held: number,
  work: () => Promise<Response>,
): Promise<Response> {
  return orShow(work, context.requestId, '/schedules', async (problem, status) => {
    const page = ScheduleFormPage({
      person,
      accounts: await accountsOf(person),
      written: readSchedule(form),
      editing,
      held,
      existing: existingIn(form),
      key: randomUUID(),
      problem,
    });
    return htmlAnswer(context, page, { status });
  });
}

/**
 * What was refused is told where it was asked for.
 *
 * @param newest where somebody else's change is seen, if a form keeps what was written; null: nothing was
 */
async function orShow(
  work: () => Promise<Response>,
  requestId: string,
  newest: string | null,
  show: (notice: ReturnType<typeof ProblemNotice>, status: number) => Promise<Response>,
): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RequestRefused)) throw error;
    const problem = error.toProblem(requestId);
    return show(<ProblemNotice problem={problem} newest={newest} />, problem.status);
  }
}

/** Back to the schedules; where posts were concerned, by way of what became of them. */
async function told(
  { person, context, goTo }: FormVisit,
  posts: readonly PostOutcome[],
  done: string,
  scheduleId: string | null,
): Promise<Response> {
  if (posts.length === 0) return goTo(scheduleId === null ? '/schedules' : `/schedules#${scheduleId}`);
  return htmlAnswer(context, OutcomePage({ person, accounts: await accountsOf(person), done, posts }));
}

/** @throws RequestRefused where the form does not say which version it showed */
function versionIn({ form }: FormVisit): number {
  const version = form.whole('version');
  if (version !== undefined) return version;
  throw new RequestRefused(
    'validation_failed',
    'Load the form again: it does not say which version it showed.',
  );
}

async function accountsOf(person: Person): Promise<readonly Account[]> {
  return (await person.ask('accounts.list', { query: { limit: '100' } })).data;
}
