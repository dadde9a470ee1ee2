import type { FailureName } from '../../src/backend/simulators/shared/named-failures.js';
import { PostriderClient } from '../../src/client/client.js';
import type { Transport } from '../../src/client/transport/transport.js';
import type { Account } from '../../src/contract/accounts/accounts.js';
import type { Platform } from '../../src/contract/platforms.js';
import type { ConfirmPolicy } from '../../src/contract/service/key-policy.js';
import type { FormDialog } from '../../src/mcp/call-context.js';
import { runCall, type ToolCall } from '../../src/mcp/run-call.js';
import type { ToolAnswer } from './mcp-session.js';
import { BackendUnderTest } from './running-backend.js';

type Json = Readonly<Record<string, unknown>>;

/** One tool call as the server passes it on, without a process. */
export interface DirectCall {
  readonly tool: ToolCall['tool'];
  readonly args: Json;
  readonly client: PostriderClient;
  readonly policy?: ConfirmPolicy;
  readonly form?: FormDialog | null;
  readonly localMedia?: ToolCall['localMedia'];
  readonly callMs?: number;
}

/** Runs a call and returns what a host would see of it. A requested form is returned as `form`. */
export async function callDirectly({
  policy = 'irreversible',
  form = null,
  ...call
}: DirectCall): Promise<ToolAnswer> {
  const result: unknown = await runCall({
    ...call,
    policy,
    form,
    secret: 'secret',
    launch: { command: 'node', args: [] },
    signal: new AbortController().signal,
    progress: () => Promise.resolve(),
    onUnexpectedError: (error) => {
      throw error;
    },
  });
  const { content, structuredContent, isError } = result as {
    content?: { text: string }[];
    structuredContent?: Json;
    isError?: boolean;
  };
  return {
    text: content?.[0]?.text ?? '',
    structured: structuredContent ?? (result as Json),
    isError: isError === true,
  };
}

/** A client for a key. */
export function clientOf(apiKey: string, how: { baseUrl?: string; transport?: Transport }): PostriderClient {
  return new PostriderClient({ apiKey, ...how });
}

interface FailingPost {
  readonly id: string;
  readonly accountId: string;
}

/** A whole backend and its tools. */
export class ToolHarness {
  readonly service: BackendUnderTest;
  #client: PostriderClient;
  #texts = 0;

  private constructor(service: BackendUnderTest) {
    this.service = service;
    this.#client = this.#clientFor(service.key);
  }

  static async open(): Promise<ToolHarness> {
    const service = await BackendUnderTest.start();
    await service.backend.services.store.db
      .updateTable('workspaces')
      .set({ timezone: 'Europe/Berlin' })
      .execute();
    service.key = await service.newKey('sandbox');
    const harness = new ToolHarness(service);
    await service.post('/v1/test/clock', { action: 'freeze' });
    return harness;
  }

  #clientFor(key: string): PostriderClient {
    return clientOf(key, { baseUrl: this.service.backend.url });
  }

  /** Calls a tool by its name without the prefix. */
  call(tool: string, args: Json = {}, how: Partial<DirectCall> = {}): Promise<ToolAnswer> {
    return callDirectly({
      tool: `postrider_${tool}` as ToolCall['tool'],
      args,
      client: this.#client,
      ...how,
    });
  }

  /** The same without asking the person. */
  act(tool: string, args: Json = {}): Promise<ToolAnswer> {
    return this.call(tool, args, { policy: 'never' });
  }

  /** Calls a tool, and again with the returned token. */
  async confirmed(tool: string, args: Json): Promise<{ asked: ToolAnswer; done: ToolAnswer }> {
    const asked = await this.call(tool, args);
    const done = await this.call(tool, { ...args, confirmToken: asked.structured['confirmToken'] });
    return { asked, done };
  }

  /** A client with a key of fewer scopes. */
  async as(preset: 'draft' | 'read'): Promise<Partial<DirectCall>> {
    return { client: this.#clientFor(await this.service.newKey(preset)) };
  }

  /** A text that no other test publishes. */
  newText(): string {
    this.#texts += 1;
    return `Fresh roast number ${this.#texts} is ready.`;
  }

  /** Creates a post through the tool. @returns its id */
  async create(args: Json): Promise<string> {
    const answer = await this.act('create_post', { text: this.newText(), ...args });
    if (answer.isError) throw new Error(answer.text);
    return String(answer.structured['id']);
  }

  async connect(platform: Platform, handle: string): Promise<string> {
    const { body } = await this.service.post<Account>('/v1/test/accounts', { platform, handle });
    return body.id;
  }

  /** A post that X rejected, for its content. */
  failedPost(): Promise<FailingPost> {
    return this.failing('x', 'content_refused');
  }

  /** A post with an unknown outcome: LinkedIn lost its response. */
  unknownPost(): Promise<FailingPost> {
    return this.failing('linkedin', 'published_but_response_lost');
  }

  /** A post on an account whose handle is a named failure, a minute after its time. */
  async failing(platform: Platform, handle: FailureName, more: Json = {}): Promise<FailingPost> {
    const accountId = await this.connect(platform, handle);
    const id = await this.create({ accountIds: [accountId], scheduledAt: 'in 1 minute', ...more });
    await this.pass(120);
    return { id, accountId };
  }

  /** Advances the clock, and runs everything that becomes due. */
  async pass(seconds: number): Promise<void> {
    const { status, body } = await this.service.post('/v1/test/clock', { action: 'advance', seconds });
    if (status !== 200) throw new Error(JSON.stringify(body));
  }

  close(): Promise<void> {
    return this.service.close();
  }
}
