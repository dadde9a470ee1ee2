import { randomUUID } from 'node:crypto';
import type { PostOutcome, Schedule } from '../../../contract/schedules/schedules.js';
import { waitingPosts } from '../../domain/schedules/displaced-posts.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { Services } from '../../operations/services.js';
import { accountsOf } from '../channels/accounts-of.js';
import { ProblemNotice } from '../layout/problem.js';
import { htmlResponse } from '../responses.js';
import type { FormVisit, PageRoutes } from '../routes.js';
import type { User } from '../user.js';
import { ConfirmPage } from './confirm-page.js';
import { ScheduleFormPage } from './form-page.js';
import {
  definitionFrom,
  emptySchedule,
  existingFrom,
  readScheduleForm,
  scheduleFormValues,
  withAnotherTime,
} from './form-values.js';
import { SchedulesPage } from './list-page.js';
import { OutcomePage } from './outcome-page.js';
import { findSchedule, readSchedules, shownSchedules } from './read-schedules.js';

/** Creating, editing, pausing and deleting schedules. */
export function addSchedules(routes: PageRoutes, services: Services): void {
  const { db } = services.store;
  const heldBy = async (schedule: Schedule, { now }: User): Promise<number> =>
    (await waitingPosts(db, schedule.id, now)).length;

  routes.get('/schedules', async ({ user, query }) => {
    const [schedules, accounts] = await Promise.all([readSchedules(user), accountsOf(user)]);
    const shown = await shownSchedules(user, schedules, heldBy);
    const account = accounts.find(({ id }) => id === query.get('account'));
    return SchedulesPage({ user, shown, accounts, account });
  });

  routes.get('/schedules/new', async ({ user }) =>
    ScheduleFormPage({
      user,
      accounts: await accountsOf(user),
      entered: emptySchedule(user.workspace.timezone),
      editing: null,
      held: 0,
      key: randomUUID(),
      problem: null,
    }),
  );

  routes.get('/schedules/:id/edit', async ({ user, param }) => {
    const editing = await findSchedule(user, param('id'));
    return ScheduleFormPage({
      user,
      accounts: await accountsOf(user),
      entered: scheduleFormValues(editing),
      editing,
      held: await heldBy(editing, user),
      key: randomUUID(),
      problem: null,
    });
  });

  routes.post('/schedules', async (visit) => {
    const { user, form, redirect } = visit;
    if (form.ticked('add')) return formAgain(visit, null, 0, null, 200);
    return orForm(visit, null, 0, async () => {
      const made = await user.call('schedules.create', {
        body: definitionFrom(readScheduleForm(form)),
        key: form.text('key') || undefined,
      });
      return redirect(`/schedules#${made.id}`);
    });
  });

  routes.post('/schedules/:id/edit', async (visit) => {
    const { user, param, form } = visit;
    const editing = await findSchedule(user, param('id'));
    const held = await heldBy(editing, user);
    if (form.ticked('add')) return formAgain(visit, editing, held, null, 200);
    return orForm(visit, editing, held, async () => {
      const { label, posts, id } = await user.call('schedules.update', {
        path: { id: editing.id },
        body: {
          ...definitionFrom(readScheduleForm(form), editing),
          version: versionFrom(visit),
          existing: existingFrom(form),
        },
      });
      return finish(visit, posts, `“${label}” was updated.`, id);
    });
  });

  for (const act of ['pause', 'delete'] as const) {
    routes.get(`/schedules/:id/${act}`, async ({ user, param }) => {
      const schedule = await findSchedule(user, param('id'));
      return ConfirmPage({ user, schedule, held: await heldBy(schedule, user), act, problem: null });
    });
  }

  routes.post('/schedules/:id/pause', async (visit) => {
    const { user, param, form } = visit;
    const schedule = await findSchedule(user, param('id'));
    return orConfirmPage(visit, schedule, 'pause', async () => {
      const { label, posts, id } = await user.call('schedules.update', {
        path: { id: schedule.id },
        body: { active: false, existing: existingFrom(form), version: form.whole('version') },
      });
      return finish(visit, posts, `“${label}” is paused.`, id);
    });
  });

  routes.post('/schedules/:id/resume', async (visit) => {
    const { user, param } = visit;
    const { label, posts, id } = await user.call('schedules.update', {
      path: { id: param('id') },
      body: { active: true },
    });
    return finish(visit, posts, `“${label}” is active again.`, id);
  });

  routes.post('/schedules/:id/delete', async (visit) => {
    const { user, param, form } = visit;
    const schedule = await findSchedule(user, param('id'));
    return orConfirmPage(visit, schedule, 'delete', async () => {
      const { posts } = await user.call('schedules.delete', {
        path: { id: schedule.id },
        query: { existing: existingFrom(form) },
      });
      return finish(visit, posts, `“${schedule.label}” was deleted.`, null);
    });
  });

  async function orConfirmPage(
    { user, context }: FormVisit,
    schedule: Schedule,
    act: 'pause' | 'delete',
    work: () => Promise<Response>,
  ): Promise<Response> {
    return orPage(work, context.requestId, null, async (problem, status) => {
      const held = await heldBy(schedule, user);
      return htmlResponse(context, ConfirmPage({ user, schedule, held, act, problem }), { status });
    });
  }
}

/** Submits the form. If the API refuses it, shows the form again with the reason. */
function orForm(
  visit: FormVisit,
  editing: Schedule | null,
  held: number,
  work: () => Promise<Response>,
): Promise<Response> {
  return orPage(work, visit.context.requestId, '/schedules', (problem, status) =>
    formAgain(visit, editing, held, problem, status),
  );
}

/** The form as it was submitted, with another empty time if that was asked for. */
async function formAgain(
  { user, form, context }: FormVisit,
  editing: Schedule | null,
  held: number,
  problem: ReturnType<typeof ProblemNotice> | null,
  status: number,
): Promise<Response> {
  const entered = readScheduleForm(form);
  const adds = form.ticked('add');
  const version = adds ? form.whole('version') : undefined;
  const page = ScheduleFormPage({
    user,
    accounts: await accountsOf(user),
    entered: adds ? withAnotherTime(entered) : entered,
    editing: editing && { ...editing, ...(version !== undefined && { version }) },
    held,
    existing: existingFrom(form),
    key: adds ? form.text('key') : randomUUID(),
    problem,
  });
  return htmlResponse(context, page, { status });
}

/**
 * Shows a refusal on the page of its form.
 *
 * @param newest where to see somebody else’s changes, if the form keeps the user’s; null if it has no fields
 */
async function orPage(
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

/** Redirects to the schedules, or shows what happened to their posts. */
async function finish(
  { user, context, redirect }: FormVisit,
  posts: readonly PostOutcome[],
  done: string,
  scheduleId: string | null,
): Promise<Response> {
  if (posts.length === 0) return redirect(scheduleId === null ? '/schedules' : `/schedules#${scheduleId}`);
  return htmlResponse(context, OutcomePage({ user, accounts: await accountsOf(user), done, posts }));
}

/** @throws RequestRefused if the form has no version */
function versionFrom({ form }: FormVisit): number {
  const version = form.whole('version');
  if (version !== undefined) return version;
  throw new RequestRefused(
    'validation_failed',
    'The form does not say which version of the schedule it shows. Reload it and try again.',
  );
}
