/// <reference lib="esnext.disposable" preserve="true" />
import type { FailureName } from '../backend/simulators/shared/named-failures.js';
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

/** An account of a simulated network to connect. */
export interface AccountInput {
  readonly platform: Platform;
  /** Any handle. The name of a failure creates an account that always fails in that way. */
  readonly handle: FailureName | (string & {});
  readonly displayName?: string;
  /** Whether it has the network's paid tier. */
  readonly premium?: boolean;
  /** When its access token expires, in seconds of workspace time. */
  readonly expiresInSeconds?: number;
}

export interface WorkspaceOptions {
  /** The name. Default: `Test` and a number. */
  readonly name?: string;
  /** IANA time zone. Default: `UTC`. */
  readonly timezone?: string;
  /** The instant at which its clock is frozen from the start: a `Date`, or ISO 8601 with an offset. */
  readonly frozenAt?: Date | string;
  /** The accounts to connect. `demo` (default) connects one account on each network, `[]` none. */
  readonly accounts?: readonly ('demo' | AccountInput)[];
}

export interface BackendOptions extends WorkspaceOptions {
  /** The same seed gives the same ids and simulated data on every run. An integer from 1. */
  readonly seed?: number;
  /** Default: any free port. */
  readonly port?: number;
  /** Whether to allow fetching from this machine and sending webhooks to it. Default: true. */
  readonly reachesThisMachine?: boolean;
  /** The log level on standard error. Default: silent. */
  readonly logLevel?: 'debug' | 'info' | 'warn' | 'error' | 'silent';
}

/** A duration. The fields are added up. */
export interface Duration {
  readonly days?: number;
  readonly hours?: number;
  readonly minutes?: number;
  readonly seconds?: number;
}

export interface TestClock {
  now(): Promise<Date>;
  /** Freezes the clock, or moves it to an instant and freezes it there. */
  freeze(at?: Date | string): Promise<void>;
  /** Moves the clock forward. Everything that becomes due on the way has run when the promise resolves with it. */
  advance(by: Duration): Promise<MovedClock>;
  /** Moves the clock forward to an instant. */
  advanceTo(instant: Date | string): Promise<MovedClock>;
  /** Lets the clock run on from its current time. */
  resume(): Promise<void>;
}

/** Which requests fail. Default: all of them. */
export type FaultLimits = Pick<SetFault, 'platform' | 'method' | 'path' | 'times' | 'probability' | 'seed'>;

export interface TestChaos {
  /** Makes requests to the simulated networks fail. */
  network(does: FaultEffect, limits?: FaultLimits): Promise<TestFault>;
  /** Makes requests to the API fail. */
  api(does: FaultEffect, limits?: Omit<FaultLimits, 'platform'>): Promise<TestFault>;
  /** The simulated failures, and how often each has occurred. */
  list(): Promise<readonly TestFault[]>;
  /** Removes all simulated failures. */
  calm(): Promise<void>;
}

export interface TestAccounts {
  /** Connects accounts, in order. Existing ones become healthy again. */
  connect<const Inputs extends readonly AccountInput[]>(
    ...inputs: Inputs
  ): Promise<{ readonly [Index in keyof Inputs]: Account }>;
  all(): Promise<readonly Account[]>;
  /** The account on a network. @throws if there is none, or if there are several and no handle was given */
  on(platform: Platform, handle?: string): Promise<Account>;
  /** Expires the account's access token. */
  expire(account: Account | string): Promise<Account>;
  disconnect(account: Account | string): Promise<void>;
}

/** Which posts to match. Default: all of them. */
export interface PostMatch {
  readonly platform?: Platform;
  /** With or without the leading @. */
  readonly handle?: string;
  readonly account?: Account | string;
  /** A substring of the text, or a regular expression. */
  readonly text?: string | RegExp;
}

/** A post on a simulated network. */
export type SeenPost = OutboxPost;

/** The posts on the simulated networks, independent of what the API reports. */
export interface SeenPosts {
  /** Newest first. */
  search(match?: PostMatch): Promise<readonly SeenPost[]>;
  count(match?: PostMatch): Promise<number>;
  /**
   * Waits for a matching post on the simulated networks, and returns the newest.
   *
   * @param match `timeoutMs`: milliseconds of real time, 4000 by default
   * @throws NotSeenError, which lists the existing and the pending posts
   */
  waitFor(match?: PostMatch & { readonly timeoutMs?: number }): Promise<SeenPost>;
}

/** A comment or message of an account on a simulated network. */
export type SeenAnswer = OutboxAnswer;

/** Your comments and messages on the simulated networks, independent of what the API reports. */
export interface SeenAnswers {
  /** Newest first, up to 100. */
  search(match?: PostMatch): Promise<readonly SeenAnswer[]>;
  /**
   * Waits for a matching comment or message, and returns the newest.
   *
   * @param match `timeoutMs`: milliseconds of real time, 4000 by default
   * @throws Error that lists what is there instead
   */
  waitFor(match?: PostMatch & { readonly timeoutMs?: number }): Promise<SeenAnswer>;
}

export interface TestComments extends SeenAnswers {
  /** Simulates a comment. It is in the inbox when the promise resolves. */
  receive(comment: Omit<SendInbound, 'type'>): Promise<SentInbound>;
}

export interface TestMessages extends SeenAnswers {
  /** Simulates a direct message. It is in the inbox when the promise resolves. */
  receive(message: Omit<SendInbound, 'type'>): Promise<SentInbound>;
}

export interface TestEvents {
  /** Oldest first. */
  list<Type extends EventType = EventType>(type?: Type): Promise<readonly EventOf<Type>[]>;
  /**
   * Waits for an event, including past ones.
   *
   * @param options `timeoutMs`: milliseconds of real time, 4000 by default
   * @throws Error that lists the events
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

/** A workspace of a backend, with its own key, accounts, clock and simulated failures. */
export interface TestWorkspace {
  readonly id: string;
  /** The URL of the backend. */
  readonly url: string;
  /** An API key with all scopes, including `test:control`. */
  readonly apiKey: string;
  /** The environment variables for a program that uses the backend. */
  readonly env: { readonly POSTRIDER_API_KEY: string; readonly POSTRIDER_BASE_URL: string };
  readonly client: PostriderClient;
  readonly clock: TestClock;
  readonly chaos: TestChaos;
  readonly accounts: TestAccounts;
  readonly posts: SeenPosts;
  readonly comments: TestComments;
  readonly messages: TestMessages;
  readonly events: TestEvents;
  /** Creates another key with fewer scopes: `draft`, `read`, or a list of scopes. */
  newKey(scopes: ScopePreset | readonly Scope[]): Promise<string>;
  /** A one-time link that signs a browser in to the dashboard, valid for 15 minutes. */
  dashboardLink(): Promise<string>;
  /** Takes a snapshot of posts, networks, media, inbox, events, webhooks, failures and clock, but not of keys. */
  snapshot(): Promise<TestSnapshot>;
  /** Restores a snapshot, any number of times. */
  restore(snapshot: TestSnapshot): Promise<void>;
  /** Restores the workspace to its state after creation. */
  reset(): Promise<void>;
}

/** A whole backend in memory. It is also its own first workspace. */
export interface TestBackend extends TestWorkspace, AsyncDisposable {
  /** Creates another workspace, isolated from the others. */
  workspace(options?: WorkspaceOptions): Promise<TestWorkspace>;
  /** Stops the backend within about a second. A backend that is not stopped does not keep the process running. */
  stop(): Promise<void>;
}
