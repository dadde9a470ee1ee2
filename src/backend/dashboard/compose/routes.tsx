import { randomUUID } from 'node:crypto';
import type { Account } from '../../../contract/accounts/accounts.js';
import type { Post } from '../../../contract/posts/posts.js';
import { RequestRefused } from '../../operations/refusal.js';
import { htmlAnswer } from '../answers.js';
import { ProblemNotice } from '../layout/problem.js';
import { shownMedia } from '../media/shown-media.js';
import type { Person } from '../person.js';
import type { FormVisit, PersonRoutes } from '../routes.js';
import { Check, type Checked } from './check.js';
import { Options } from './options.js';
import { ComposePage, SlotGone } from './page.js';
import { findOpenSlot, presetPost } from './preset.js';
import { contentOf, readWritten, timeOf, type WrittenPost, writtenFrom } from './written-post.js';

/** Writing and editing posts. */
export function addCompose(routes: PersonRoutes): void {
  routes.show('/posts/new', async ({ person, query }) => {
    const slotId = query.get('slot');
    const slot = slotId === null ? null : await findOpenSlot(person, slotId);
    const gone = slotId !== null && slot === null ? SlotGone() : null;
    return composePage(person, presetPost(query, slot, person), null, gone);
  });

  routes.show('/posts/:id/edit', async ({ person, param }) => {
    const post = await person.ask('posts.get', { path: { id: param('id') } });
    return composePage(person, writtenFrom(post, person.workspace.timezone, person.now), post, null);
  });

  routes.act('/posts/check', async ({ person, form, context, query }) => {
    const written = readWritten(form);
    const checked = await check(person, written, await accountsOf(person), query.get('id'));
    return htmlAnswer(context, Check({ checked, now: person.now }));
  });

  routes.act('/posts/options', async ({ person, form, context }) =>
    htmlAnswer(context, <Options accounts={await accountsOf(person)} written={readWritten(form)} />),
  );

  routes.act('/posts', (visit) =>
    sent(visit, null, async (written, accounts) => {
      const { person, form } = visit;
      const post = await person.ask('posts.create', {
        body: { ...contentOf(written, accounts), ...timeOf(written, person.workspace.timezone) },
        key: form.text('key') || undefined,
      });
      return post.id;
    }),
  );

  routes.act('/posts/:id/edit', async (visit) => {
    const { person, param, form } = visit;
    const post = await person.ask('posts.get', { path: { id: param('id') } });
    return sent(visit, post, async (written, accounts) => {
      const { timezone } = person.workspace;
      const before = writtenFrom(post, timezone, person.now).scheduledAt;
      const moved = post.status !== 'draft' && written.scheduledAt !== '' && written.scheduledAt !== before;
      await person.ask('posts.update', {
        path: { id: post.id },
        body: {
          version: form.whole('version'),
          ...contentOf(written, accounts, post.overrides),
          ...(moved && { scheduledAt: written.scheduledAt, timezone }),
        },
      });
      return post.id;
    });
  });
}

/** Does what the form asks for; what was refused stands in the form again, with the reason. */
async function sent(
  visit: FormVisit,
  editing: Post | null,
  act: (written: WrittenPost, accounts: readonly Account[]) => Promise<string>,
): Promise<Response> {
  const { person, form, context, goTo } = visit;
  const written = readWritten(form);
  try {
    return goTo(`/posts/${await act(written, await accountsOf(person))}`);
  } catch (error) {
    if (!(error instanceof RequestRefused)) throw error;
    const problem = error.toProblem(context.requestId);
    return htmlAnswer(
      context,
      await composePage(
        person,
        written,
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
  person: Person,
  written: WrittenPost,
  editing: Post | null,
  problem: ReturnType<typeof ProblemNotice> | null,
) {
  const accounts = await accountsOf(person);
  const [checked, slot, media] = await Promise.all([
    check(person, written, accounts, editing?.id ?? null),
    written.slotId === '' ? null : findOpenSlot(person, written.slotId),
    shownMedia(person, written.mediaUrls, written.altTexts),
  ]);
  return ComposePage({
    person,
    accounts,
    written,
    slot,
    checked,
    media,
    editing,
    key: randomUUID(),
    problem,
  });
}

async function accountsOf(person: Person): Promise<readonly Account[]> {
  return (await person.ask('accounts.list', { query: { limit: '100' } })).data;
}

/**
 * The dry run of what is written so far: a draft's, so that what is missing is told and nothing is refused.
 *
 * @param editing the post that is edited: it is no duplicate of itself
 */
async function check(
  person: Person,
  written: WrittenPost,
  accounts: readonly Account[],
  editing: string | null,
): Promise<Checked> {
  const time =
    written.mode === 'schedule' && written.scheduledAt === ''
      ? { scheduleMode: 'draft' }
      : timeOf(written, person.workspace.timezone);
  try {
    const body = { ...contentOf(written, accounts), ...time };
    const validation = await person.ask('posts.validate', { body });
    const isItself = validation.duplicateOf?.postId === editing;
    return { validation: isItself ? { ...validation, duplicateOf: null } : validation };
  } catch (error) {
    if (!(error instanceof RequestRefused) || error.code !== 'validation_failed') throw error;
    return { problem: error.toProblem(person.requestId) };
  }
}
