import { randomUUID } from 'node:crypto';
import type { Child } from 'hono/jsx';
import type { Account } from '../../../contract/accounts/accounts.js';
import type { Post } from '../../../contract/posts/posts.js';
import { overrideChanges } from '../../../networks/merge-overrides.js';
import { timeForms } from '../../../time/forms.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { Services } from '../../operations/services.js';
import { previewSheet } from '../../simulators/post-preview.js';
import { accountsOf } from '../channels/accounts-of.js';
import { despiteDuplicate, type Form } from '../form.js';
import { labelColors, mergedLabels } from '../labels/read-labels.js';
import { ProblemNotice } from '../layout/problem.js';
import { Library, type LibraryView, openLibrary } from '../media/library/library-picker.js';
import { MediaItem } from '../media/media-field.js';
import { shownMedia } from '../media/shown-media.js';
import { COMMON_TRAY } from '../media/trays.js';
import { htmlResponse, jsonResponse } from '../responses.js';
import type { FormVisit, PageRoutes } from '../routes.js';
import type { User } from '../user.js';
import { SharedMedia } from './channel-media.js';
import { checkForm, editedPost, targetsOf } from './check-form.js';
import { Counters } from './counters.js';
import { DuplicateNotice } from './duplicate-notice.js';
import { NewActs } from './footer.js';
import { ChangedSince, CopiedFrom, SavedBefore } from './form-notices.js';
import {
  contentOf,
  copyOf,
  formValuesOf,
  mediaIn,
  newTimeOf,
  ownTextsOf,
  type PostFormValues,
  readPostForm,
} from './form-values.js';
import { haveSlots } from './has-slots.js';
import { formIdOf, KeptForms } from './kept-forms.js';
import { KeptNotice } from './kept-notice.js';
import { afterLinkAct, LinkField, LinkWords } from './link-card.js';
import { afterMediaAct, mediaActIn } from './media-acts.js';
import { ComposePage, SlotGone } from './page.js';
import { findOpenSlot, presetPost } from './preset.js';
import { Preview } from './preview.js';
import { previewContext } from './preview-context.js';
import { Problems } from './problems.js';
import { insertedIn, MAX_OFFERED_TEXTS, withInserted } from './saved-texts.js';
import { shownTrays } from './shown-trays.js';
import { OwnTabs } from './tabs.js';
import { afterThreadAct, removedBy, threadActIn } from './thread-acts.js';
import { RemovedPost } from './thread-buttons.js';
import { NewThreadCounters } from './thread-cards.js';

/** Writing and editing posts. */
export function addCompose(routes: PageRoutes, services: Pick<Services, 'store'>): void {
  const forms = new KeptForms(services.store);

  routes.get('/posts/new', async ({ user, query }) => {
    const kept = await forms.find(user, query.get('kept') ?? '');
    if (kept) return composePage(user, { entered: readPostForm(kept.fields), key: kept.formId });
    const copied = query.get('copy');
    if (copied !== null) {
      const post = await user.call('posts.get', { path: { id: copied } });
      const entered = copyOf(post, await accountsOf(user), user);
      return composePage(user, { entered, notice: <CopiedFrom post={post} /> });
    }
    const slotId = query.get('slot');
    const slot = slotId === null ? null : await findOpenSlot(user, slotId);
    if (slotId !== null && slot === null) {
      return composePage(user, { entered: presetPost(query, slot, user), notice: <SlotGone /> });
    }
    const unfinished = await forms.latest(user);
    const notice = (
      <div
        id="unfinished"
        // A form that this browser kept while the server was away arrives after the page.
        hx-get="/posts/new"
        hx-trigger="forms-kept from:body"
        hx-select="#unfinished"
        hx-swap="outerHTML"
      >
        {unfinished && KeptNotice({ user, kept: unfinished, isEdit: false })}
      </div>
    );
    return composePage(user, { entered: presetPost(query, slot, user), notice });
  });

  routes.get('/posts/:id/edit', async ({ user, param, query }) => {
    const post = await user.call('posts.get', { path: { id: param('id') } });
    const kept = await forms.find(user, post.id);
    const entered = formValuesOf(post, user.workspace.timezone, user.now);
    if (!kept) return composePage(user, { entered, editing: post });
    if (!query.has('kept')) {
      return composePage(user, { entered, editing: post, notice: KeptNotice({ user, kept, isEdit: true }) });
    }
    const version = kept.fields.whole('version') ?? post.version;
    const notice = version === post.version ? null : <ChangedSince post={post} />;
    return composePage(user, { entered: readPostForm(kept.fields), editing: post, notice });
  });

  routes.post('/posts/form', async ({ user, form, context }) => {
    const isKept = await forms.keep(user, form);
    const { local } = timeForms(user.now, user.workspace.timezone, user.now);
    return jsonResponse(context, { time: isKept ? local.slice(15, 20) : '' });
  });

  routes.post('/posts/form/discard', async ({ user, form, redirect }) => {
    const formId = formIdOf(form) ?? '';
    await forms.forget(user, formId);
    return redirect(formId.startsWith('post_') ? `/posts/${formId}/edit` : '/posts/new');
  });

  routes.post('/posts/check', async ({ user, form, context, query }) => {
    const entered = readPostForm(form);
    const accounts = await accountsOf(user);
    const checked = await checkForm(user, entered, accounts, await editedPost(user, query));
    const shows = await previewContext(user, accounts, entered, targetsOf(checked));
    const shared = entered.mediaUrls.flatMap((key) => shows.media.get(key) ?? []);
    const slot = entered.slotId === '' ? null : await findOpenSlot(user, entered.slotId);
    return htmlResponse(
      context,
      <>
        <Preview checked={checked} revision={form.text('revision')} {...shows} />
        <Counters
          id="counters-all"
          accountId={null}
          field="text"
          checked={checked}
          ownTexts={ownTextsOf(entered)}
          isUpdate
        />
        {entered.accountIds.map((accountId) => (
          <NewThreadCounters accountId={accountId} entered={entered} checked={checked} />
        ))}
        {entered.accountIds
          .filter((accountId) => !entered.ownMedia.has(accountId))
          .map((accountId) => (
            <SharedMedia accountId={accountId} media={shared} isUpdate />
          ))}
        <LinkWords entered={entered} checked={checked} isUpdate />
        <Problems checked={checked} isUpdate />
        {query.has('id') ? null : <NewActs user={user} entered={entered} slot={slot} checked={checked} />}
      </>,
    );
  });

  routes.post('/posts/options', async ({ user, form, context, query }) => {
    const accounts = await accountsOf(user);
    const entered = await actedOn(user, form, accounts);
    const checked = await checkForm(user, entered, accounts, await editedPost(user, query));
    const trays = await shownTrays(user, entered);
    const toast = removedPost(form);
    return htmlResponse(
      context,
      <>
        <OwnTabs accounts={accounts} entered={entered} checked={checked} trays={trays} />
        {toast && <div hx-swap-oob="beforeend:#toasts">{toast}</div>}
      </>,
    );
  });

  routes.post('/posts/link', async ({ user, form, context }) => {
    const accounts = await accountsOf(user);
    const entered = await actedOn(user, form, accounts);
    const checked = await checkForm(user, entered, accounts, null);
    return htmlResponse(
      context,
      <>
        <LinkWords entered={entered} checked={checked} />
        <LinkField link={entered.link} isUpdate />
      </>,
    );
  });

  routes.post('/posts/library', async ({ user, form, context }) => {
    const library = await openLibrary(user, form);
    return htmlResponse(context, library ? <Library {...library} /> : <></>);
  });

  routes.post('/posts/library/add', async ({ user, form, context }) => {
    const entered = readPostForm(form);
    const act = mediaActIn(form);
    const tray = act?.tray ?? COMMON_TRAY;
    const { mediaUrls } = mediaIn(afterMediaAct(entered, act), tray);
    const isNew = mediaUrls.length > mediaIn(entered, tray).mediaUrls.length;
    const [shown] = isNew ? await shownMedia(user, mediaUrls.slice(-1), []) : [];
    return htmlResponse(context, shown ? <MediaItem {...shown} tray={tray} /> : <></>);
  });

  routes.post('/posts', (visit) =>
    sent(visit, null, async (entered, accounts) => {
      const { user, form } = visit;
      const post = await user.call('posts.create', {
        body: {
          ...contentOf(entered, accounts),
          ...newTimeOf(entered, user.workspace.timezone),
          ...despiteDuplicate(form),
        },
        key: form.text('key') || undefined,
      });
      await forms.forget(user, formIdOf(form) ?? '');
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
          labels: mergedLabels(post.labels, entered.labelsBefore, entered.labels),
          overrides: overrideChanges(post.overrides, content.overrides),
          ...(moved && { scheduledAt: entered.scheduledAt, timezone }),
          ...despiteDuplicate(form),
        },
      });
      await forms.forget(user, post.id);
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
  if (/^(preview$|thread\.|media\.|library\.|link\.|insert\.)/.test(form.text('mode'))) {
    const entered = await actedOn(user, form, await accountsOf(user));
    const library = await openLibrary(user, form);
    const page = await composePage(user, {
      entered,
      editing,
      library,
      key: formIdOf(form) ?? undefined,
      toast: removedPost(form),
    });
    return htmlResponse(context, page);
  }
  const entered = readPostForm(form);
  try {
    return redirect(`/posts/${await act(entered, await accountsOf(user))}`);
  } catch (error) {
    if (!(error instanceof RequestRefused)) throw error;
    const problem = error.toProblem(context.requestId);
    const earlier = error.code === 'idempotency_key_reused' ? await createdBy(user, form.text('key')) : null;
    const page = await composePage(user, {
      entered,
      editing,
      // Nothing is stored under the key of a refused request. Another key would leave its kept form behind.
      ...(earlier === null && { key: formIdOf(form) ?? undefined }),
      notice: earlier ? (
        <SavedBefore post={earlier} />
      ) : error.code === 'duplicate_post' ? (
        <DuplicateNotice user={user} problem={problem} entered={entered} isEdit={editing !== null} />
      ) : (
        <ProblemNotice problem={problem} newest={editing && `/posts/${editing.id}`} />
      ),
      isRefused: true,
    });
    return htmlResponse(context, page, { status: problem.status });
  }
}

/** What the pressed button has removed from a thread, to put back; null if it removed nothing. */
function removedPost(form: Form): Child {
  const act = threadActIn(form);
  const text = act && removedBy(act, readPostForm(form));
  return act && text ? <RemovedPost act={act} text={text} /> : null;
}

/** The form as its pressed button changes it. */
async function actedOn(user: User, form: Form, accounts: readonly Account[]): Promise<PostFormValues> {
  const entered = readPostForm(form);
  const saved = insertedIn(form);
  if (saved !== null) {
    const { data } = await user.call('savedTexts.list', {
      query: { kind: 'post', limit: String(MAX_OFFERED_TEXTS) },
    });
    const text = data.find(({ id }) => id === saved)?.text;
    return text === undefined ? entered : withInserted(entered, text);
  }
  const act = threadActIn(form);
  if (!act) return afterLinkAct(afterMediaAct(entered, mediaActIn(form)), form);
  const checked = act.name === 'split' ? await checkForm(user, entered, accounts, null) : null;
  const validation = checked && 'validation' in checked ? checked.validation : null;
  return afterThreadAct(entered, act, form.whole('caret') ?? 0, validation);
}

/** The post that an earlier try has created, whose answer was lost. */
async function createdBy(user: User, key: string): Promise<Post | null> {
  if (key === '') return null;
  const { data } = await user.call('posts.list', { query: { idempotencyKey: key, limit: '1' } });
  return data[0] ?? null;
}

interface Composed {
  readonly entered: PostFormValues;
  readonly editing?: Post | null;
  /** The idempotency key; by default a new one. */
  readonly key?: string | undefined;
  readonly library?: LibraryView | null;
  /** What to say above the form. */
  readonly notice?: Child;
  /** The notice says why the form was refused. */
  readonly isRefused?: boolean;
  /** Offers to undo what the pressed button did. */
  readonly toast?: Child;
}

async function composePage(
  user: User,
  {
    entered,
    editing = null,
    key = randomUUID(),
    library = null,
    notice = null,
    isRefused = false,
    toast = null,
  }: Composed,
) {
  const accounts = await accountsOf(user);
  const checked = await checkForm(user, entered, accounts, editing);
  const [slot, hasSlots, shows, trays, sheet, labels, saved] = await Promise.all([
    entered.slotId === '' ? null : findOpenSlot(user, entered.slotId),
    haveSlots(user, accounts, entered.accountIds),
    previewContext(user, accounts, entered, targetsOf(checked)),
    shownTrays(user, entered),
    previewSheet(),
    labelColors(user),
    user.call('savedTexts.list', { query: { kind: 'post', limit: String(MAX_OFFERED_TEXTS) } }),
  ]);
  return ComposePage({
    user,
    accounts,
    entered,
    slot,
    hasSlots: hasSlots || slot !== null,
    checked,
    labels,
    texts: saved.data,
    shows,
    trays,
    previewSheet: sheet.path,
    editing,
    key,
    library,
    notice,
    isRefused,
    toast,
  });
}
