import { randomIds } from '../../src/backend/base/ids.js';
import { createApiKey } from '../../src/backend/domain/access/api-keys.js';
import type { AccountId } from '../../src/contract/ids.js';
import type { Post } from '../../src/contract/posts/posts.js';
import type { CreateSchedule, Schedule } from '../../src/contract/schedules/schedules.js';
import type { Slot, SlotPage } from '../../src/contract/schedules/slots.js';
import type { Scope } from '../../src/contract/scopes.js';
import { type Answer, BackendUnderTest } from './running-backend.js';

/** A backend with its demo accounts on a Tuesday at 09:00 in Berlin, and requests for slot tests. */
export class SlotScene {
  readonly test: BackendUnderTest;
  readonly bluesky: AccountId;
  readonly mastodon: AccountId;
  #posts = 0;

  private constructor(test: BackendUnderTest, accounts: ReadonlyMap<string, string>) {
    this.test = test;
    this.bluesky = accounts.get('bluesky') as AccountId;
    this.mastodon = accounts.get('mastodon') as AccountId;
  }

  static async start(): Promise<SlotScene> {
    const test = await BackendUnderTest.start();
    const { db } = test.backend.services.store;
    await db.updateTable('workspaces').set({ timezone: 'Europe/Berlin' }).execute();
    const accounts = await db.selectFrom('accounts').select(['id', 'platform']).execute();
    return new SlotScene(test, new Map(accounts.map(({ id, platform }) => [platform, id])));
  }

  close(): Promise<void> {
    return this.test.close();
  }

  async get<Body = Record<string, unknown>>(path: string): Promise<Body> {
    const { status, body } = await this.test.get<Body>(path);
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  /** Creates a schedule, by default for the Bluesky account on Tuesdays and Thursdays at 09:00. */
  async schedule(changes: Partial<CreateSchedule> = {}): Promise<Schedule> {
    const { status, body } = await this.test.post<Schedule>('/v1/schedules', {
      label: 'Mornings',
      accountIds: [this.bluesky],
      timezone: 'Europe/Berlin',
      days: ['tue', 'thu'],
      startTime: '09:00',
      ...changes,
    });
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body;
  }

  /** Sends a post for the Bluesky account, with a unique text. */
  post(fields: Record<string, unknown>): Promise<Answer<Post & Record<string, unknown>>> {
    this.#posts += 1;
    return this.test.post('/v1/posts', {
      accountIds: [this.bluesky],
      text: `Post ${this.#posts}`,
      ...fields,
    });
  }

  /** Creates a post; returns it with the local times of its targets. */
  async made(fields: Record<string, unknown>): Promise<{ post: Post; at: string[] }> {
    const { status, body } = await this.post(fields);
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
    return { post: body, at: localTimes(body) };
  }

  /** A key with exactly these scopes. */
  async keyWith(...scopes: Scope[]): Promise<string> {
    const { backend, workspace, clock } = this.test;
    const asked = { label: 'Narrow', scopes };
    return (await createApiKey(backend.services.store, workspace, asked, { clock, ids: randomIds })).text;
  }

  slots(query = ''): Promise<SlotPage> {
    return this.get<SlotPage>(`/v1/queue/slots?limit=100&${query}`);
  }
}

/** `Tue 09:00`, for each target of a post. */
export function localTimes(post: Post): string[] {
  return post.targets.map(({ when }) => (when ? shortTime(when.local) : '-'));
}

/** `Tue 12-01 09:00` of `Tue 2026-12-01 09:00 (UTC+01:00)`. */
export function shortTime(local: string): string {
  return local.replace(/ \d{4}-/, ' ').replace(/ \(.*/, '');
}

/** `Thu 12-03 09:00 open`. */
export function slotLine(slot: Slot): string {
  return `${shortTime(slot.local)} ${slot.state}`;
}
