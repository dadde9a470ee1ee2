import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FilesForTests } from '../../../test/support/networks/network-files.js';
import { medium, Scene, START } from '../../../test/support/networks/network-scene.js';
import { accountRow, workspaceRow } from '../../../test/support/rows/rows.js';
import { openTestStore } from '../../../test/support/test-store.js';
import { PLATFORMS, type Platform } from '../../contract/platforms.js';
import { RULES } from '../../networks/rules.js';
import { OutcomeInDoubt } from '../networks/adapter.js';
import type { Connection } from '../networks/connection.js';
import type { Delivered, OutgoingPost, Prepared } from '../networks/outgoing-post.js';
import { NETWORKS } from '../networks/registry.js';
import type { Store } from '../store/store.js';
import { networkMemory } from './network-memory.js';
import { SIMULATED_NETWORKS } from './registry.js';
import { personOf } from './shared/people.js';
import { simulatedWire } from './simulated-wire.js';
import type { SimulatedMemory } from './simulator.js';

const TEXT = 'Good morning from the roastery';
const WORKSPACE = 'ws_crash';

let store: Store;
/** How many accounts there are: each visit has its own. */
let visits = 0;

beforeEach(async () => {
  store = await openTestStore();
  visits = 0;
  await store.write((trx) => trx.insertInto('workspaces').values(workspaceRow(WORKSPACE, START)).execute());
});

afterEach(() => store.close());

/** The process of the simulated network was killed. */
class Killed extends Error {}

type Commits = Pick<Store, 'db' | 'write' | 'vault'>;

/** The store of a process that is killed after this many commits. */
function killedAfter(commits: number): Commits {
  let left = commits;
  return {
    db: store.db,
    vault: store.vault,
    write: (work) => (left-- > 0 ? store.write(work) : Promise.reject(new Killed())),
  };
}

/** One account at one network. Its processes come and go; what they have committed stays. */
class Visit {
  readonly #scene: Scene;
  readonly #accountId: string;
  readonly #files = new FilesForTests();
  now = START;

  private constructor(scene: Scene, accountId: string) {
    this.#scene = scene;
    this.#accountId = accountId;
  }

  static async open(platform: Platform): Promise<Visit> {
    visits += 1;
    const number = visits;
    const accountId = `acc_${number}`;
    const visit = new Visit(new Scene(platform), accountId);
    const row = accountRow(accountId, WORKSPACE, platform, START);
    const credentials_json = store.vault.sealAccount(row, { accessToken: `token ${number}` });
    await store.write((trx) =>
      trx
        .insertInto('accounts')
        .values({ ...row, credentials_json })
        .execute(),
    );
    return visit;
  }

  get platform(): Platform {
    return this.#scene.platform;
  }

  get memory(): SimulatedMemory {
    return networkMemory(store, WORKSPACE, this.platform);
  }

  get networkUserId(): string {
    return this.#accountId;
  }

  post(changes: Partial<OutgoingPost['content']> = {}, contentType?: string): OutgoingPost {
    const media = contentType === undefined ? this.#scene.media() : [medium(contentType)];
    return this.#scene.post(TEXT, changes, media);
  }

  connection(commits: Commits = store): Connection {
    const visit = this;
    const pause = async (milliseconds: number) => {
      visit.now += milliseconds;
    };
    const wire = simulatedWire(SIMULATED_NETWORKS[this.platform].simulator, {
      memory: networkMemory(commits, WORKSPACE, this.platform),
      files: this.#files,
      get now() {
        return visit.now;
      },
      webUrl: this.#scene.webUrl,
      random: Math.random,
      pause,
    });
    return {
      account: {
        ...this.#scene.account,
        networkUserId: this.#accountId,
        credentials: { accessToken: `token ${this.#accountId.slice('acc_'.length)}` },
      },
      wire,
      signal: AbortSignal.timeout(5_000),
      get now() {
        return visit.now;
      },
      pause,
      keepCredentials: async () => undefined,
      currentCredentials: async () => ({}),
    };
  }
}

/** Something that must appear once. */
interface Once {
  send(connection: Connection): Promise<Delivered>;
  /** What a lost answer was about; null: it does not exist, so it is sent again. Absent: it is sent again with its key. */
  find?(connection: Connection): Promise<Delivered | null>;
  count(): Promise<number>;
}

/** Kills the network's process after each of its commits, and then does what the publisher does after a crash. */
async function timesSeen(platform: Platform, set: (visit: Visit) => Promise<Once>): Promise<number[]> {
  const seen: number[] = [];
  for (let commits = 0; ; commits += 1) {
    const visit = await Visit.open(platform);
    const once = await set(visit);
    try {
      await once.send(visit.connection(killedAfter(commits)));
      expect(await once.count()).toBe(1);
      return seen;
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
    try {
      const found = (await once.find?.(visit.connection())) ?? null;
      if (found === null) await once.send(visit.connection());
    } catch (error) {
      if (!(error instanceof OutcomeInDoubt)) throw error;
    }
    seen.push(await once.count());
  }
}

function mainPost(changes: Partial<OutgoingPost['content']> = {}, contentType?: string) {
  return async (visit: Visit): Promise<Once> => {
    const { adapter } = NETWORKS[visit.platform];
    const post = visit.post(changes, contentType);
    let prepared: Prepared = (await adapter.prepare?.(visit.connection(), post)) ?? {};
    let isFirst = true;
    return {
      send: async (connection) => {
        if (!isFirst) prepared = (await adapter.prepare?.(visit.connection(), post)) ?? {};
        isFirst = false;
        return adapter.create(connection, post, prepared);
      },
      ...(adapter.recovery !== 'key' && {
        find: async (connection: Connection) => {
          if (!adapter.find) throw new OutcomeInDoubt({ status: null, code: null, message: null });
          return adapter.find(connection, post, prepared);
        },
      }),
      count: async () => (await visit.memory.postsOf(visit.networkUserId, 0, 10)).length,
    };
  };
}

const once = (seen: readonly number[]) => seen.map(() => 1);

describe('a simulated network that is killed between two of its commits', () => {
  it.each(PLATFORMS.filter((platform) => platform !== 'linkedin'))(
    'publishes a post once on %s',
    async (platform) => {
      const seen = await timesSeen(platform, mainPost());
      expect(seen.length).toBeGreaterThan(0);
      expect(seen).toEqual(once(seen));
    },
  );

  it.each([
    ['facebook', 'reel', 'video/mp4'],
    ['facebook', 'story', 'video/mp4'],
    ['facebook', 'story', 'image/jpeg'],
    ['instagram', 'reel', 'video/mp4'],
    ['threads', null, 'image/jpeg'],
    ['x', null, 'video/mp4'],
    ['bluesky', null, 'image/jpeg'],
  ] as const)('publishes once on %s: %s, %s', async (platform, postType, contentType) => {
    const seen = await timesSeen(platform, mainPost({ postType }, contentType));
    expect(seen).toEqual(once(seen));
  });

  it('publishes at most once where nothing can be looked up', async () => {
    // A video that Facebook does not list may still be processed.
    const video = await timesSeen('facebook', mainPost({}, 'video/mp4'));
    for (const count of [...(await timesSeen('linkedin', mainPost())), ...video]) {
      expect(count).toBeLessThanOrEqual(1);
    }
  });

  it.each(
    PLATFORMS.filter((platform) => NETWORKS[platform].adapter.findPart && RULES[platform].firstComment),
  )('publishes a first comment once on %s', async (platform) => {
    const { adapter } = NETWORKS[platform];
    const seen = await timesSeen(platform, async (visit) => {
      const root = await (await mainPost()(visit)).send(visit.connection());
      const part = new Scene(platform).part('first_comment', 'The address is in our profile', root);
      const since = visit.now;
      return {
        send: async (connection) =>
          (await adapter.createPart?.(connection, { ...part, since })) ??
          Promise.reject(new Error('no parts')),
        find: async (connection) => (await adapter.findPart?.(connection, { ...part, since })) ?? null,
        count: async () =>
          (await visit.memory.commentsOn(root.networkPostId)).length +
          (await visit.memory.postsOf(visit.networkUserId, 0, 10)).length -
          1,
      };
    });
    expect(seen).toEqual(once(seen));
  });

  it.each(['instagram', 'facebook'] as const)('sends replies and messages once on %s', async (platform) => {
    const { comments, messages } = NETWORKS[platform].adapter;
    if (!comments || !messages) throw new Error(`${platform} has an inbox.`);
    const commented = async (visit: Visit) => {
      const root = await (await mainPost()(visit)).send(visit.connection());
      const commentId = `${root.networkPostId.replace(/^.*_/, '')}_1`;
      const person = personOf(`anna_${visit.networkUserId}`);
      const { networkUserId } = person;
      await visit.memory.addComment({
        ...{ commentId, parentId: null, networkUserId, author: person, createdAt: visit.now },
        networkPostId: root.networkPostId,
        text: 'Are you open?',
      });
      return { root, commentId, person };
    };
    const replies = await timesSeen(platform, async (visit) => {
      const { root, commentId } = await commented(visit);
      const { networkPostId } = root;
      const reply = {
        ...{ networkPostId, parentId: commentId, attachesTo: commentId, text: TEXT, since: visit.now },
        knownIds: [],
      };
      return {
        send: (connection) => comments.reply(connection, reply),
        find: (connection) => comments.findReply(connection, reply),
        count: async () => (await visit.memory.commentsOn(networkPostId)).length - 1,
      };
    });
    expect(replies).toEqual(once(replies));

    const privately = await timesSeen(platform, async (visit) => {
      const { commentId, person } = await commented(visit);
      const message = {
        ...{ networkConversationId: null, personId: person.networkUserId, answersComment: commentId },
        ...{ text: TEXT, media: [], humanAgent: false, since: visit.now, knownIds: [] },
      };
      return {
        send: (connection) => messages.send(connection, message, {}),
        find: (connection) => messages.find(connection, message),
        count: async () => {
          const found = await visit.memory.conversationOfPerson(visit.networkUserId, person.networkUserId);
          return found ? (await visit.memory.messagesIn(found.conversationId, 0, 10)).length : 0;
        },
      };
    });
    expect(privately).toEqual(once(privately));
    expect([replies.length, privately.length]).not.toContain(0);
  });
});
