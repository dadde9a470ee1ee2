import { randomUUID } from 'node:crypto';
import type { Account } from '../../../contract/accounts/accounts.js';
import type { Post } from '../../../contract/posts/posts.js';
import { overrideChanges } from '../../../networks/merge-overrides.js';
import { RequestRefused } from '../../operations/refusal.js';
import { ProblemNotice } from '../layout/problem.js';
import { shownMedia } from '../media/shown-media.js';
import { htmlResponse } from '../responses.js';
import type { FormVisit, PageRoutes } from '../routes.js';
import type { User } from '../user.js';
import { contentOf, formValuesOf, type PostFormValues, readPostForm, timeOf } from './form-values.js';
import { Options } from './options.js';
import { ComposePage, SlotGone } from './page.js';
import { findOpenSlot, presetPost } from './preset.js';
import { type CheckResult, Preview } from './preview.js';

/** Writing and editing posts. */
export function addCompose(routes: PageRoutes): void {
  routes.get('/posts/new', async ({ user, query }) => {
    const slotId = query.get('slot');
    const slot = slotId === null ? null : await findOpenSlot(user, slotId);
    const gone = slotId !== null && slot === null ? SlotGone() : null;
    return composePage(user, presetPost(query, slot, user), null, gone);
  });

  routes.get('/posts/:id/edit', async ({ user, param }) => {
    const post = await user.call('posts.get', { path: { id: param('id') } });
    return composePage(user, formValuesOf(post, user.workspace.timezone, user.now), post, null);
  });

  routes.post('/posts/check', async ({ user, form, context, query }) => {
    const entered = readPostForm(form);
    const checked = await check(user, entered, await accountsOf(user), query.get('id'));
    return htmlResponse(context, Preview({ checked, now: user.now }));
  });

  routes.post('/posts/options', async ({ user, form, context }) =>
    htmlResponse(context, <Options accounts={await accountsOf(user)} entered={readPostForm(form)} />),
  );

  routes.post('/posts', (visit) =>
    sent(visit, null, async (entered, accounts) => {
      const { user, form } = visit;
      const post = await user.call('posts.create', {
        body: { ...contentOf(entered, accounts), ...timeOf(entered, user.workspace.timezone) },
        key: form.text('key') || undefined,
      });
      return post.id;
    }),
  );

  routes.post('/posts/:id/edit', async (visit) => {
    const { user, param, form } = visit;
    const post = await user.call('posts.get', { path: { id: param('id') } });
    return sent(visit, post, async (entered, accounts) => {
      const { timezone } = user.workspace;
      const before = formValuesOf(post, timezone, user.now).scheduledAt;
      const moved = post.status !== 'draft' && entered.scheduledAt !== '' && entered.scheduledAt !== before;
      const content = contentOf(entered, accounts, post.overrides);
      await user.call('posts.update', {
        path: { id: post.id },
        body: {
          version: form.whole('version'),
          ...content,
          overrides: overrideChanges(post.overrides, content.overrides),
          ...(moved && { scheduledAt: entered.scheduledAt, timezone }),
        },
      });
      return post.id;
    });
  });
}

/** Submits the form. If the API refuses it, shows the form again with the reason. */
async function sent(
  visit: FormVisit,
  editing: Post | null,
  act: (entered: PostFormValues, accounts: readonly Account[]) => Promise<string>,
): Promise<Response> {
  const { user, form, context, redirect } = visit;
  const entered = readPostForm(form);
  try {
    return redirect(`/posts/${await act(entered, await accountsOf(user))}`);
  } catch (error) {
    if (!(error instanceof RequestRefused)) throw error;
    const problem = error.toProblem(context.requestId);
    return htmlResponse(
      context,
      await composePage(
        user,
        entered,
        editing,
        <ProblemNotice problem={problem} newest={editing && `/posts/${editing.id}`} />,
      ),
      {
        status: problem.status,
      },
    );
  }
}

async function composePage(
  user: User,
  entered: PostFormValues,
  editing: Post | null,
  problem: ReturnType<typeof ProblemNotice> | null,
) {
  const accounts = await accountsOf(user);
  const [checked, slot, media] = await Promise.all([
    check(user, entered, accounts, editing?.id ?? null),
    entered.slotId === '' ? null : findOpenSlot(user, entered.slotId),
    shownMedia(user, entered.mediaUrls, entered.altTexts),
  ]);
  return ComposePage({
    user,
    accounts,
    entered,
    slot,
    checked,
    media,
    editing,
    key: randomUUID(),
    problem,
  });
}

async function accountsOf(user: User): Promise<readonly Account[]> {
  return (await user.call('accounts.list', { query: { limit: '100' } })).data;
}

/**
 * Validates the form as a draft, so that incomplete input gives issues and no error.
 *
 * @param editing the id of the edited post, which is not its own duplicate
 */
async function check(
  user: User,
  entered: PostFormValues,
  accounts: readonly Account[],
  editing: string | null,
): Promise<CheckResult> {
  const time =
    entered.mode === 'schedule' && entered.scheduledAt === ''
      ? { scheduleMode: 'draft' }
      : timeOf(entered, user.workspace.timezone);
  try {
    const stored = editing ? await user.call('posts.get', { path: { id: editing } }) : null;
    const body = { ...contentOf(entered, accounts), ...time, link: stored?.link ?? null };
    const validation = await user.call('posts.validate', { body });
    const isItself = validation.duplicateOf?.postId === editing;
    return { validation: isItself ? { ...validation, duplicateOf: null } : validation };
  } catch (error) {
    if (!(error instanceof RequestRefused) || error.code !== 'validation_failed') throw error;
    return { problem: error.toProblem(user.requestId) };
  }
}
