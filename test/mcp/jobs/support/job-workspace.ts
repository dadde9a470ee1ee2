import { PostriderClient } from '../../../../src/client/client.js';
import type { Post } from '../../../../src/contract/posts/posts.js';
import type { OutboxAnswer } from '../../../../src/contract/sandbox/answers.js';
import type { OutboxPost } from '../../../../src/contract/sandbox/sandbox.js';
import type { TestBackend, TestWorkspace } from '../../../../src/testing/test-backend.js';
import { faultInjectingTransportTo } from '../../fault-injecting-transport.js';
import type { Job } from './job.js';

export const ZONE = 'Europe/Berlin';

/** Where jobs run. */
export interface JobPlace {
  readonly backend: TestBackend;
  /** The origin of web pages on this machine. */
  readonly site: string;
  /** The folder with the person's images and videos. */
  readonly mediaRoot: string;
}

/** The workspace of one run of a job, and what the API and the simulated networks say of it. */
export class JobWorkspace {
  readonly test: TestWorkspace;
  /** The client of the assistant. */
  readonly assistant: PostriderClient;
  /** The origin of web pages on this machine. */
  readonly site: string;
  /** The folder with the person's images and videos. */
  readonly mediaRoot: string;

  private constructor(test: TestWorkspace, assistant: PostriderClient, { site, mediaRoot }: JobPlace) {
    this.test = test;
    this.assistant = assistant;
    this.site = site;
    this.mediaRoot = mediaRoot;
  }

  static async open(place: JobPlace, job: Job): Promise<JobWorkspace> {
    const { backend } = place;
    const test = await backend.workspace({
      name: job.name,
      timezone: ZONE,
      frozenAt: job.now,
      ...(job.accounts && { accounts: job.accounts }),
    });
    const apiKey = job.key === undefined ? test.apiKey : await test.newKey(job.key);
    const assistant = new PostriderClient({
      apiKey,
      baseUrl: await addressOf(test.url, job.lostAnswers ?? 0),
      // Attempts that fail are repeated at once.
      sleep: () => Promise.resolve(),
    });
    return new JobWorkspace(test, assistant, place);
  }

  /** All posts. */
  async posts(): Promise<readonly Post[]> {
    const found: Post[] = [];
    for await (const post of this.test.client.posts.list({ limit: 100 })) found.push(post);
    return found;
  }

  /** What the networks have: posts, comments and messages of the workspace's accounts. */
  async received(): Promise<readonly Received[]> {
    const { testOutbox, testAnswers } = this.test.client;
    const found: Received[] = [];
    for await (const post of testOutbox.list({ limit: 100 })) found.push(postReceived(post));
    for await (const answer of testAnswers.list({ limit: 100 })) found.push(answerReceived(answer));
    return found;
  }
}

async function addressOf(backend: string, lostAnswers: number): Promise<string> {
  if (lostAnswers === 0) return backend;
  const transport = await faultInjectingTransportTo(backend);
  transport.loseAnswers(lostAnswers);
  return transport.url;
}

/** A post, comment or message at a network. */
export interface Received {
  readonly id: string;
  readonly accountId: string | null;
  readonly text: string;
  /** Who reads it: the account that wrote it, and the recipient of a message. */
  readonly names: readonly string[];
  readonly at: string;
  /** One line for a person. */
  readonly line: string;
}

function postReceived({
  networkPostId,
  accountId,
  platform,
  handle,
  text,
  title,
  link,
  createdAt,
}: OutboxPost): Received {
  // With a link, the title is the link card’s.
  const what = title === null || title === '' || link !== null ? text : `${title} / ${text}`;
  return {
    id: `${platform} ${networkPostId}`,
    accountId,
    text,
    names: [handle ?? ''],
    at: createdAt,
    line: `${platform} ${handle}: ${what}`,
  };
}

function answerReceived({
  kind,
  networkId,
  accountId,
  platform,
  handle,
  text,
  to,
  createdAt,
}: OutboxAnswer): Received {
  return {
    id: `${platform} ${networkId}`,
    accountId,
    text,
    names: [handle ?? '', to ?? ''],
    at: createdAt,
    line: `${platform} ${handle}, ${kind}${to === null ? '' : ` to ${to}`}: ${text}`,
  };
}

/** A post in one line: `scheduled Wed 2026-12-02 09:00 x, bluesky: the text`. */
export function postLine({ status, targets, text }: Post): string {
  let time = '';
  const networks = targets.map(({ platform, when, status: own }) => {
    const at = when === null ? '' : `${when.local.slice(0, 20)} `;
    const said = at === time ? '' : at;
    time = at;
    return `${said}${platform}${own === status || own === 'pending' ? '' : ` ${own}`}`;
  });
  return `${status} ${networks.join(', ')}: ${text.replace(/\s+/g, ' ')}`;
}
