/// <reference lib="esnext.disposable" preserve="true" />
import type { PostriderClient } from '../client/client.js';
import type { Account } from '../contract/accounts/accounts.js';
import type { EventType, PostriderEvent } from '../contract/events/events.js';
import type { Platform } from '../contract/platforms.js';
import type { OutboxAnswer } from '../contract/sandbox/answers.js';
import type { SendInbound, SentInbound } from '../contract/sandbox/inbound.js';
import type {
  FaultEffect,
  MovedClock,
  OutboxPost,
  SetFault,
  TestFault,
} from '../contract/sandbox/sandbox.js';
import type { TestSnapshot } from '../contract/sandbox/snapshots.js';
import type { Scope, ScopePreset } from '../contract/scopes.js';
import type { FailureName } from './failure-names.js';

/** An account of a simulated network that is to be there. */
export interface AccountWish {
  readonly platform: Platform;
  /** Any handle. The name of a failure makes an account that always fails in that way. */
  readonly handle: FailureName | (string & {});
  readonly displayName?: string;
  /** It has the network's paid tier. */
  readonly premium?: boolean;
  /** When its access ends by itself, in seconds of the workspace's time. */
  readonly expiresInSeconds?: number;
}

export interface WorkspaceOptions {
  /** What it is called; `Test` and a number unless told. */
  readonly name?: string;
  /** IANA zone that local times mean in it; `UTC` unless told. */
  readonly timezone?: string;
  /** An instant at which its clock stands still from the start: a `Date`, or ISO 8601 with an offset. */
  readonly frozenAt?: Date | string;
  /** `demo` stands for one account on each network, and is all there is unless told; `[]`: none. */
  readonly accounts?: readonly ('demo' | AccountWish)[];
}

export interface BackendOptions extends WorkspaceOptions {
  /** The same seed gives the same ids, and what networks make up, on every run; a whole number from 1. */
  readonly seed?: number;
  /** Any free port unless told. */
  readonly port?: number;
  /** Whether addresses of this machine may be fetched, and be told of events: yes, unless told. */
  readonly reachesThisMachine?: boolean;
  /** What is told on standard error; nothing unless told. */
  readonly logLevel?: 'debug' | 'info' | 'warn' | 'error' | 'silent';
}

/** Time as it is written in a test; what is given is added up. */
export interface Duration {
  readonly days?: number;
  readonly hours?: number;
  readonly minutes?: number;
  readonly seconds?: number;
}

export interface TestClock {
  now(): Promise<Date>;
  /** Stops the clock, or moves it on to an instant and stops it there. */
  freeze(at?: Date | string): Promise<void>;
  /** Moves it on. What falls due on the way has run when the promise resolves: the answer says what. */
  advance(by: Duration): Promise<MovedClock>;
  /** The same, to an instant; never back. */
  advanceTo(instant: Date | string): Promise<MovedClock>;
  /** Lets it run on from where it stands. */
  resume(): Promise<void>;
}

/** Which requests a failure befalls; all of them unless told. */
export type FaultLimits = Pick<SetFault, 'platform' | 'method' | 'path' | 'times' | 'probability' | 'seed'>;

export interface TestChaos {
  /** Makes requests to the simulated networks fail. */
  network(does: FaultEffect, limits?: FaultLimits): Promise<TestFault>;
  /** Makes requests to the API fail. */
  api(does: FaultEffect, limits?: Omit<FaultLimits, 'platform'>): Promise<TestFault>;
  /** What was asked for, and how often it came about. */
  list(): Promise<readonly TestFault[]>;
  /** Takes all failures back. */
  calm(): Promise<void>;
}

export interface TestAccounts {
  /** Connects accounts, in their order. One that was there is healthy again. */
  connect<const Wishes extends readonly AccountWish[]>(
    ...wishes: Wishes
  ): Promise<{ readonly [Place in keyof Wishes]: Account }>;
  all(): Promise<readonly Account[]>;
  /** The account on a network. @throws where there is none, or several and no handle was given */
  on(platform: Platform, handle?: string): Promise<Account>;
  /** The network takes the account's access away. */
  expire(account: Account | string): Promise<Account>;
  disconnect(account: Account | string): Promise<void>;
}

/** Which posts are meant; all of them unless told. */
export interface PostMatch {
  readonly platform?: Platform;
  /** With or without the leading @. */
  readonly handle?: string;
  readonly account?: Account | string;
  /** What the text contains, or matches. */
  readonly text?: string | RegExp;
}

/** A post as the readers of a simulated network see it. */
export type SeenPost = OutboxPost;

/** What the readers of the simulated networks see: not what the API says of it. */
export interface SeenPosts {
  /** Newest first. */
  search(match?: PostMatch): Promise<readonly SeenPost[]>;
  count(match?: PostMatch): Promise<number>;
  /**
   * Waits until readers see such a post: the newest one.
   *
   * @param match `timeoutMs`: milliseconds of real time, 4000 unless told
   * @throws NotSeenError, which says what they see instead and what is on its way
   */
  waitFor(match?: PostMatch & { readonly timeoutMs?: number }): Promise<SeenPost>;
}

/** A comment or message of an account, as a simulated network has it. */
export type SeenAnswer = OutboxAnswer;

/** What accounts wrote to people: what these have got, not what the API says of it. */
export interface SeenAnswers {
  /** Newest first, 100 at most. */
  search(match?: PostMatch): Promise<readonly SeenAnswer[]>;
  /**
   * Waits until people have got such a one: the newest.
   *
   * @param match `timeoutMs`: milliseconds of real time, 4000 unless told
   * @throws Error that says what they have got instead
   */
  waitFor(match?: PostMatch & { readonly timeoutMs?: number }): Promise<SeenAnswer>;
}

export interface TestComments extends SeenAnswers {
  /** Somebody comments at the network. It is in the inbox when the promise resolves. */
  receive(comment: Omit<SendInbound, 'type'>): Promise<SentInbound>;
}

export interface TestMessages extends SeenAnswers {
  /** Somebody writes a direct message. It is in the inbox when the promise resolves. */
  receive(message: Omit<SendInbound, 'type'>): Promise<SentInbound>;
}

export interface TestEvents {
  /** Oldest first. */
  list<Type extends EventType = EventType>(type?: Type): Promise<readonly EventOf<Type>[]>;
  /**
   * Waits for an event, one that has happened already included.
   *
   * @param options `timeoutMs`: milliseconds of real time, 4000 unless told
   * @throws Error that says which events there were
   */
  waitFor<Type extends EventType>(
    type: Type,
    options?: {
      readonly where?: (event: EventOf<Type>) => boolean;
      readonly timeoutMs?: number;
    },
  ): Promise<EventOf<Type>>;
}

export type EventOf<Type extends EventType> = Extract<PostriderEvent, { readonly type: Type }>;

/** A workspace of a backend: with a key, accounts, a clock and failures of its own. */
export interface TestWorkspace {
  readonly id: string;
  /** Where the backend is. */
  readonly url: string;
  /** May do everything, the test routes included. */
  readonly apiKey: string;
  /** What a program that is started needs to find the backend. */
  readonly env: { readonly POSTRIDER_API_KEY: string; readonly POSTRIDER_BASE_URL: string };
  readonly client: PostriderClient;
  readonly clock: TestClock;
  readonly chaos: TestChaos;
  readonly accounts: TestAccounts;
  readonly posts: SeenPosts;
  readonly comments: TestComments;
  readonly messages: TestMessages;
  readonly events: TestEvents;
  /** A further key, which may do less: `draft`, `read`, or a list of scopes. */
  newKey(scopes: ScopePreset | readonly Scope[]): Promise<string>;
  /** An address that signs one browser in to the dashboard, once, within 15 minutes. */
  dashboardLink(): Promise<string>;
  /** Keeps how everything stands: posts, networks, media, inbox, events, webhooks, failures, clock. Keys are left out. */
  snapshot(): Promise<TestSnapshot>;
  /** Makes everything stand as it did, as often as you like. */
  restore(snapshot: TestSnapshot): Promise<void>;
  /** Makes everything stand as when the workspace was made. */
  reset(): Promise<void>;
}

/** A whole backend in memory. It is a workspace itself: the first one. */
export interface TestBackend extends TestWorkspace, AsyncDisposable {
  /** Makes a further workspace: nothing that happens in one is seen in another. */
  workspace(options?: WorkspaceOptions): Promise<TestWorkspace>;
  /** Ends the backend, within about a second. A process that forgets to ends all the same. */
  stop(): Promise<void>;
}
