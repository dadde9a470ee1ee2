import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addPerson, type TestPerson } from '../../../../test/support/people.js';
import { type Answer, BackendUnderTest } from '../../../../test/support/running-backend.js';
import { Visitor } from '../../../../test/support/visitor.js';
import type { AccountPage } from '../../../contract/accounts/accounts.js';
import type { Problem } from '../../../contract/errors.js';
import type { EventPage } from '../../../contract/events/events.js';
import type { ChangedPost } from '../../../contract/posts/changes.js';
import type { CreatedPost, Post, PostValidation } from '../../../contract/posts/posts.js';
import type { Schedule } from '../../../contract/schedules/schedules.js';
import type { Me } from '../../../contract/service/me.js';
import { randomIds } from '../../base/ids.js';
import { diagnosisOf } from '../../work/verdict.js';
import { changedFromTerminal } from '../access/actors.js';
import { createApiKey } from '../access/api-keys.js';
import { changeWorkspace, InvalidWorkspaceChange } from '../access/change-workspace.js';

const proposed = { scheduleMode: 'schedule', scheduledAt: '2030-01-07T09:00:00Z' };
const REFUSED = [403, 'other_approver_required'];

let test: BackendUnderTest;
let ann: TestPerson & { readonly key: string };
let ben: TestPerson & { readonly key: string };
let count = 0;
beforeAll(async () => {
  test = await BackendUnderTest.start();
  // Who joined first is named first.
  test.clock.advance(1000);
  ann = await withKey(await addPerson(test, { name: 'ann', role: 'approver', displayName: 'Ann' }));
  test.clock.advance(1000);
  ben = await withKey(await addPerson(test, { name: 'ben', role: 'approver', displayName: 'Ben' }));
});
beforeEach(() => {
  count += 1;
});
afterAll(() => test.close());

/** Turns the rule on or off. */
async function requireOther(requiresOtherApprover: boolean): Promise<void> {
  const { store } = test.backend.services;
  const by = await changedFromTerminal(store, test.workspace, { clock: test.clock, ids: randomIds });
  await changeWorkspace(store, test.workspace, { requiresOtherApprover }, by);
}

async function withKey(person: TestPerson) {
  const scopes = ['posts:read', 'posts:write', 'posts:publish', 'schedules:write'] as const;
  const wanted = { label: `Laptop of ${person.acting.name}`, scopes, person: person.acting };
  const making = { clock: test.clock, ids: randomIds };
  const { text } = await createApiKey(test.backend.services.store, test.workspace, wanted, making);
  return { ...person, key: text };
}

type Refusal = Omit<Problem, 'status'>;
type Asker = { readonly key: string };
const act = <Body = ChangedPost & Refusal>(
  who: Asker,
  id: string,
  action: string,
  body: object = {},
): Promise<Answer<Body>> => test.post<Body>(`/v1/posts/${id}/${action}`, body, { key: who.key });
const edit = (who: Asker, id: string, body: object) =>
  test.request<ChangedPost & Refusal>('PATCH', `/v1/posts/${id}`, { body, key: who.key });
const read = async (id: string) => (await test.get<Post>(`/v1/posts/${id}`)).body;
const outcome = ({ status, body }: Answer<Refusal>) => [status, body.code];

const pages = new Map<TestPerson, Promise<Visitor>>();

/** The browser of a person, who signs in once: sign-ins are limited. */
function pageOf(who: TestPerson): Promise<Visitor> {
  const page = pages.get(who) ?? who.signIn();
  pages.set(who, page);
  return page;
}

async function drafted(who: Asker, fields: object = {}): Promise<Post> {
  const body = { platform: 'bluesky', text: `Draft ${count}`, scheduleMode: 'draft', proposed, ...fields };
  const made = await test.post<CreatedPost>('/v1/posts', body, { key: who.key });
  expect(made.status).toBe(201);
  return made.body;
}

describe('where somebody other than the author has to approve', () => {
  beforeAll(() => requireOther(true));
  afterAll(() => requireOther(false));

  it('the author is refused, and told who can', async () => {
    const { id } = await drafted(ann);
    const { status, body } = await act(ann, id, 'approve', { version: 1 });
    expect([status, body.code, body.detail]).toEqual([
      ...REFUSED,
      'The API key “Laptop of Ann” drafted this post, for Ann. This workspace lets nobody approve, publish or schedule a post of their own. Owner (owner) or Ben (approver) can approve it in the dashboard.',
    ]);
    expect(outcome(await act(ann, id, 'publish', { scheduleMode: 'now' }))).toEqual(REFUSED);
    expect(outcome(await act(ann, id, 'publish', proposed))).toEqual(REFUSED);
    expect((await read(id)).status).toBe('draft');
    expect((await act(ben, id, 'approve', { version: 1 })).body.status).toBe('scheduled');
  });

  it('so is the person behind a key that drafted it, on its page, in the list and by another key', async () => {
    const { id } = await drafted(ann);
    const page = await ann.signIn();
    const refused = await page.send(`/posts/${id}/approve`, { version: '1' });
    expect(refused.status).toBe(403);
    expect(refused.html).toContain('Your API key “Laptop of Ann” drafted this post.');
    const list = await page.send('/posts/bulk', { act: 'approve', post: `${id}:1`, by: '1h' });
    expect(list.html).toContain('drafted this post');
    const other = await withKey(ann);
    expect((await act(other, id, 'approve', { version: 1 })).body.detail).toMatch(
      /^The API key “Laptop of Ann” acts for Ann, whose API key “Laptop of Ann” drafted this post\./,
    );
    expect((await read(id)).status).toBe('draft');
  });

  it('a key that belongs to no person approves no post of anybody', async () => {
    const terminal = { key: test.key };
    for (const who of [ann, terminal]) {
      const { id } = await drafted(who, { text: `By ${who.key.slice(-4)} ${count}` });
      const { status, body } = await act(terminal, id, 'approve', { version: 1 });
      expect([status, body.code]).toEqual(REFUSED);
      expect(body.detail).toMatch(/^The API key “full” belongs to no person/);
      expect((await act(ben, id, 'approve', { version: 1 })).status).toBe(200);
    }
  });

  it('nobody creates a post with a time, and the dry run says so', async () => {
    const post = { platform: 'bluesky', text: `At once ${count}`, ...proposed };
    expect(outcome(await test.post<Problem>('/v1/posts', post, { key: ann.key }))).toEqual(REFUSED);
    const batch = await test.post<Problem>('/v1/posts/batch', { posts: [post] }, { key: ann.key });
    expect(batch.body.errors?.map(({ code }) => code)).toEqual(['other_approver_required']);
    const { body } = await test.post<PostValidation>('/v1/posts/validate', post, { key: ann.key });
    expect([body.ok, body.errors.map(({ code }) => code)]).toEqual([false, ['other_approver_required']]);
    const draft = await test.post<PostValidation>(
      '/v1/posts/validate',
      { ...post, scheduleMode: 'draft', scheduledAt: undefined, proposed },
      { key: ann.key },
    );
    expect(draft.body.ok).toBe(true);
    const stored = await drafted(ann);
    const body2 = { ...post, text: stored.text, postId: stored.id };
    const check = async (who: Asker) =>
      (await test.post<PostValidation>('/v1/posts/validate', body2, { key: who.key })).body.errors;
    expect((await check(ann)).map(({ code }) => code)).toEqual(['other_approver_required']);
    expect(await check(ben)).toEqual([]);
  });

  it('who changed the content last counts as an author, but not who changed its time or labels', async () => {
    const { id } = await drafted(ann);
    await edit(ben, id, { labels: ['Launch'] });
    await edit(ben, id, { proposed: { ...proposed, scheduledAt: '2030-01-08T09:00:00Z' } });
    await edit(ben, id, { text: `Changed by Ben ${count}` });
    const { body } = await act(ben, id, 'approve', { version: (await read(id)).version });
    expect(body.detail).toContain('“Laptop of Ben” changed this post last');
    expect(body.detail).toContain('Owner (owner) can approve it');
    await edit(ann, id, { text: `Changed again by Ann ${count}` });
    expect((await act(ben, id, 'approve', { version: (await read(id)).version })).status).toBe(200);
  });

  it('the posts that need somebody do not offer them to approve their own', async () => {
    const { id } = await drafted(ann);
    const row = async (who: TestPerson, status: string) => {
      const { html } = await (await pageOf(who)).open(`/posts?status=${status}`);
      const [mine = '', others = ''] = html.split('Waiting for somebody else’s approval');
      const pick = new RegExp(`value="${id}:[^>]*data-pick="([^"]*)"`);
      return [pick.exec(mine)?.[1] ?? null, pick.exec(others)?.[1] ?? null];
    };
    for (const status of ['attention,approval', 'approval']) {
      expect(await row(ann, status)).toEqual([null, 'move label delete']);
      expect(await row(ben, status)).toEqual(['approve move label delete', null]);
    }
    expect((await row(ann, 'draft'))[0]).toBe('move label delete');
  });

  it('the tabs and the navigation count only what the person can approve, and so do filtered tabs', async () => {
    const word = `Counted${count}`;
    for (const who of [ann, ann, ben]) await drafted(who, { text: `${word} by ${who.acting.name}` });
    const numbers = async (who: TestPerson, query: string) => {
      const { html } = await (await pageOf(who)).open(`/posts?status=approval${query}`);
      const numberIn = (pattern: RegExp) => pattern.exec(html)?.[1];
      return {
        tabs: ['Need you', 'Approvals'].map((name) =>
          numberIn(new RegExp(`>${name}<span class="tab-count[^>]*> (\\d+\\+?)<`)),
        ),
        navigation: numberIn(/Posts<span class="count">\s*(\d+\+?)</),
      };
    };
    expect((await numbers(ann, `&text=${word}`)).tabs).toEqual(['1', '1']);
    expect((await numbers(ben, `&text=${word}`)).tabs).toEqual(['2', '2']);
    const { tabs, navigation } = await numbers(ann, '');
    expect(Number(navigation)).toBeGreaterThan(0);
    expect(tabs[0]).toBe(navigation);
  });

  it('with more drafts than are looked up, counts are minimums, and no row offers what is refused', async () => {
    const word = `Many${count}`;
    const other = await drafted(ben, { text: `${word}, the oldest` });
    test.clock.advance(1000);
    for (let one = 0; one <= 100; one += 1) await drafted(ann, { text: `${word} ${one}` });
    const { html } = await (await pageOf(ann)).open(`/posts?status=approval&text=${word}&rows=120`);
    expect(html).toMatch(/>Approvals<span class="tab-count[^>]*> 0\+</);
    const picks = Array.from(html.matchAll(/value="([^":]+):[^>]*data-pick="([^"]*)"/g));
    expect(picks).toHaveLength(102);
    const approvable = picks.filter(([, , acts]) => acts?.includes('approve')).map(([, id]) => id);
    expect(approvable).toEqual([other.id]);
    // Other tests look for their own drafts among the newest.
    test.clock.advance(1000);
  });

  it('Today lists a draft only to those who can approve it, and says who changed it last', async () => {
    const { id, text } = await drafted(ann);
    const [annPage, benPage] = [await ann.signIn(), await ben.signIn()];
    const parts = (html: string) => html.split('Waiting for somebody else’s approval');
    const [forAnn = '', ofAnn = ''] = parts((await annPage.open('/')).html);
    expect([forAnn.includes(text), ofAnn.includes(text)]).toEqual([false, true]);
    expect(parts((await benPage.open('/')).html)[0]).toContain(text);
    expect((await annPage.open(`/posts/${id}`)).html).toMatch(/Proposed time: [^<]*Jan/);
    const warning = 'If you change the content, somebody else has to approve it.';
    expect((await annPage.open(`/posts/${id}/edit`)).html).not.toContain(warning);
    expect((await benPage.open(`/posts/${id}/edit`)).html).toContain(warning);
    await edit(ben, id, { text: `${text}, mended` });
    expect((await annPage.open(`/posts/${id}`)).html).toContain('Last changed by Laptop of Ben');
  });

  it('a change of the content ends an approval, and the post waits again for its time', async () => {
    const { id } = await drafted(ann);
    await act(ben, id, 'approve', { version: 1 });
    const changed = await edit(ann, id, { text: `Slipped in ${count}` });
    expect(changed.body).toMatchObject({
      status: 'draft',
      version: 4,
      proposed: { scheduleMode: 'schedule', scheduledAt: '2030-01-07T09:00:00.000Z' },
      approvedBy: null,
      warnings: [expect.objectContaining({ code: 'approval_ended' })],
    });
    expect((await read(id)).history?.map(({ action }) => action)).toEqual([
      ...['created', 'approved', 'updated', 'reopened'],
    ]);
    const due = await test.backend.services.store.db
      .selectFrom('targets')
      .select(['due_at', 'wake_at'])
      .where('post_id', '=', id)
      .execute();
    expect(due).toEqual([{ due_at: null, wake_at: null }]);
    const { data } = (await test.get<EventPage>('/v1/events?types=post.reopened')).body;
    expect(data.at(-1)?.data).toMatchObject({ postId: id, status: 'draft', approvedBy: null });
    expect(outcome(await act(ann, id, 'approve', { version: 4 }))).toEqual(REFUSED);
    expect((await act(ben, id, 'approve', { version: 4 })).body.status).toBe('scheduled');
  });

  it('the author does not move what somebody else has approved, and others do', async () => {
    const { id } = await drafted(ann);
    await act(ben, id, 'approve', { version: 1 });
    const scheduledAt = '2030-02-01T09:00:00Z';
    expect(outcome(await edit(ann, id, { scheduledAt }))).toEqual(REFUSED);
    expect(outcome(await act(ann, id, 'publish', { scheduleMode: 'now' }))).toEqual(REFUSED);
    expect((await edit(ann, id, { labels: ['Later'] })).status).toBe(200);
    const moved = await edit(ben, id, { scheduledAt });
    expect(moved.body).toMatchObject({ status: 'scheduled', scheduledAt: '2030-02-01T09:00:00.000Z' });
  });

  it('the author does not move it with its schedule, and others do', async () => {
    const times = { days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], timezone: 'UTC' };
    const { id: accountId } =
      (await test.get<AccountPage>('/v1/accounts?platform=bluesky')).body.data[0] ?? {};
    const all = { ...times, label: `Daily ${count}`, accountIds: [accountId], startTime: '09:00' };
    const { body: schedule } = await test.post<Schedule>('/v1/schedules', all);
    const { id } = await drafted(ann, { proposed: { scheduleMode: 'queue' } });
    await act(ben, id, 'approve', { version: 1 });
    const before = await read(id);
    const path = `/v1/schedules/${schedule.id}`;
    const move = (who: Asker) =>
      test.request<Refusal>('PATCH', path, { body: { startTime: '15:04', existing: 'move' }, key: who.key });
    const refused = await move(ann);
    expect(outcome(refused)).toEqual(REFUSED);
    expect(refused.body.detail).toContain(`you cannot move ${id} with the schedule`);
    const removed = await test.request<Refusal>('DELETE', `${path}?existing=move`, { key: ann.key });
    expect(outcome(removed)).toEqual(REFUSED);
    expect(await read(id)).toEqual(before);
    expect((await move(ben)).status).toBe(200);
    expect((await read(id)).scheduledAt).toMatch(/T15:04:/);
    await test.request('DELETE', `${path}?existing=cancel`);
  });

  it('the author takes back a cancellation of what somebody else approved, and nothing more', async () => {
    const { id } = await drafted(ann);
    const { scheduledAt } = (await act(ben, id, 'approve', { version: 1 })).body;
    await test.request('DELETE', `/v1/posts/${id}`, { key: ann.key });
    const at = (time: string | null) =>
      act(ann, id, 'publish', { scheduleMode: 'schedule', scheduledAt: time });
    expect(outcome(await at('2030-01-07T09:00:01Z'))).toEqual(REFUSED);
    expect(outcome(await act(ann, id, 'publish', { scheduleMode: 'now' }))).toEqual(REFUSED);
    expect((await at(scheduledAt)).body).toMatchObject({ status: 'scheduled', scheduledAt });
    const never = await drafted(ann, { text: `Never approved ${count}` });
    await requireOther(false);
    await act(ann, never.id, 'approve', { version: 1 });
    await requireOther(true);
    await test.request('DELETE', `/v1/posts/${never.id}`, { key: ann.key });
    expect(outcome(await act(ann, never.id, 'publish', { scheduleMode: 'schedule', scheduledAt }))).toEqual(
      REFUSED,
    );
  });

  it('a deleted draft comes back with its authors and its history, also if somebody else undoes the deletion', async () => {
    const { id } = await drafted(ann);
    await edit(ben, id, { text: `Changed by Ben ${count}` });
    const before = await read(id);
    const owner = await Visitor.signedIn(test);
    const { html } = await owner.send(`/posts/${id}/delete`, { version: '2' });
    const [, sealed = ''] = /name="draft" value="([^"]*)"/.exec(html) ?? [];
    for (const [post, draft] of [
      [id, JSON.stringify({ workspaceId: test.workspace.id, until: 9e15, body: {}, history: [] })],
      [id, `${sealed.slice(0, -4)}AAAA`],
      ['post_1', sealed],
    ]) {
      expect((await owner.send('/posts/restore', { post: post ?? '', draft: draft ?? '' })).status).toBe(422);
    }
    const restored = await owner.send('/posts/restore', { post: id, draft: sealed });
    const again = restored.headers.get('location')?.split('/').at(-1) ?? '';
    expect(again).not.toBe(id);
    const { history, version, draftedBy, text } = await read(again);
    expect({ history, version, draftedBy, text }).toEqual({
      ...{ history: before.history, version: before.version, text: before.text },
      draftedBy: before.draftedBy,
    });
    for (const who of [ann, ben])
      expect(outcome(await act(who, again, 'approve', { version }))).toEqual(REFUSED);
    expect((await owner.send(`/posts/${again}/approve`, { version: String(version) })).status).toBe(303);
    expect((await read(again)).approvedBy).toMatchObject({ kind: 'person', label: 'Owner' });
  });

  it('an approval that was taken back is none', async () => {
    const { id } = await drafted(ann);
    await act(ben, id, 'approve', { version: 1 });
    expect((await act(ann, id, 'reopen', { version: 2 })).status).toBe(200);
    expect(outcome(await act(ann, id, 'approve', { version: 3 }))).toEqual(REFUSED);
  });

  it('the author retries what was approved and failed, until they change it', async () => {
    const { id } = await drafted(ann);
    await act(ben, id, 'approve', { version: 1 });
    const fail = async () => {
      const { db } = test.backend.services.store;
      const error = JSON.stringify(diagnosisOf('content_refused', 'Refused.', test.clock.now()));
      const failed = { status: 'failed', due_at: null, wake_at: null, error_json: error } as const;
      await db.updateTable('targets').set(failed).where('post_id', '=', id).execute();
      await db.updateTable('posts').set({ status: 'failed' }).where('id', '=', id).execute();
    };
    await fail();
    const byline = ({ html }: { readonly html: string }) =>
      html.match(/(?:Drafted|Approved|Published) by \w+/g);
    const page = await ann.signIn();
    const failed = await page.open(`/posts/${id}`);
    expect(failed.html).toContain('>Retry</button>');
    expect(byline(failed)).toEqual(['Drafted by Laptop', 'Approved by Laptop']);
    expect((await edit(ann, id, { text: `Shorter ${count}` })).status).toBe(200);
    const edited = await page.open(`/posts/${id}`);
    expect(edited.html).not.toContain('>Retry</button>');
    expect(edited.html).toContain('Others move and publish this post');
    expect(byline(edited)).toEqual(['Drafted by Laptop']);
    expect((await read(id)).approvedBy).toBeNull();
    expect(outcome(await act(ann, id, 'retry'))).toEqual(REFUSED);
    expect((await act(ben, id, 'retry')).status).toBe(200);
    await fail();
    expect((await act(ann, id, 'retry')).status).toBe(200);
  });

  it('me says so', async () => {
    const { body } = await test.get<Me>('/v1/me', { key: ann.key });
    expect(body.workspace.requiresOtherApprover).toBe(true);
  });
});

describe('the rule', () => {
  afterEach(() => requireOther(false));

  it('is off at first, and changes nothing while it is', async () => {
    const { id } = await drafted(ann);
    expect((await act(ann, id, 'approve', { version: 1 })).body.status).toBe('scheduled');
    expect((await edit(ann, id, { text: `Edited ${count}` })).body.status).toBe('scheduled');
  });

  it('cannot be turned on where nobody else writes or approves', async () => {
    const alone = await BackendUnderTest.start();
    const { store } = alone.backend.services;
    const by = await changedFromTerminal(store, alone.workspace, { clock: alone.clock, ids: randomIds });
    const turnOn = () => changeWorkspace(store, alone.workspace, { requiresOtherApprover: true }, by);
    await addPerson(alone, { name: 'vic', role: 'viewer' });
    await expect(turnOn()).rejects.toThrow(InvalidWorkspaceChange);
    await addPerson(alone, { name: 'ed', role: 'editor' });
    expect((await turnOn()).requires_other_approver).toBe(1);
    await alone.close();
  });

  it('warns of a change of people that leaves only one who could approve', async () => {
    const alone = await BackendUnderTest.start();
    const { store } = alone.backend.services;
    alone.key = await alone.newKey(['people:read', 'people:write']);
    const ed = await addPerson(alone, { name: 'ed', role: 'approver' });
    const path = `/v1/people/${ed.acting.id}`;
    const change = async (body: object) =>
      (await alone.request<{ warnings: { code: string }[] }>('PATCH', path, { body })).body.warnings;
    expect(await change({ role: 'editor' })).toEqual([]);
    await change({ role: 'approver' });
    await store.db.updateTable('workspaces').set({ requires_other_approver: 1 }).execute();
    expect(await change({ role: 'owner' })).toEqual([]);
    expect(await change({ role: 'editor' })).toMatchObject([
      {
        code: 'no_other_approver',
        severity: 'warning',
        message: expect.stringContaining('only Owner can approve posts now'),
      },
    ]);
    // It was so before.
    expect(await change({ disabled: true })).toEqual([]);
    await change({ disabled: false, role: 'approver' });
    expect(await change({ disabled: true })).toHaveLength(1);
    await change({ disabled: false });
    const removed = await alone.request<{ warnings: object[] }>('DELETE', path);
    expect(removed.body.warnings).toHaveLength(1);
    await alone.close();
  });

  it('names a way out where nobody else is left who could approve', async () => {
    await requireOther(true);
    const { id } = await drafted(ann);
    const { db } = test.backend.services.store;
    await db.updateTable('people').set({ disabled_at: 1 }).where('id', '!=', ann.acting.id).execute();
    const { body } = await act(ann, id, 'approve', { version: 1 });
    expect(body.detail).toContain('Nobody else here can approve posts at present');
    await db.updateTable('people').set({ disabled_at: null }).where('id', '=', ben.acting.id).execute();
    await edit(ben, id, { text: `A typo less ${count}` });
    const stuck = await act(ben, id, 'approve', { version: 2 });
    expect(stuck.body.detail).toContain('Once Ann has changed its content again, Ben can approve it.');
    await db.updateTable('people').set({ disabled_at: null }).execute();
  });
});
