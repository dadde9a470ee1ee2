import { setTimeout as delay } from 'node:timers/promises';
import { withTimeLimit } from '../../../base/time-limit.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import { concealed } from '../../store/sealing/concealed.js';
import { type NetworkAdapter, NetworkRefusal } from '../adapter.js';
import type { Connection, Credentials } from '../connection.js';
import { type NetworkErrors, readRefusal } from '../refusals/read-refusal.js';
import { ConnectionFailed, type WireRequest } from '../wire.js';
import { RENEWAL_LIMIT_MS } from './renewal-lease.js';

/** What a network returns when it renews access. */
interface Renewed {
  readonly accessToken: string | null;
  /** Null: the old one stays valid, or there is none. */
  readonly refreshToken: string | null;
  readonly expiresInSeconds: number | null;
  /** How long access can be renewed. Absent or null: the network does not say. */
  readonly renewableSeconds?: number | null;
}

/** How one network renews access to an account. */
export interface Renewal {
  /** The renewal request; null: these credentials cannot be renewed. */
  readonly request: (credentials: Credentials) => WireRequest | null;
  readonly read: (body: unknown) => Renewed;
  /** How long before its expiry an access token is renewed, in milliseconds. */
  readonly aheadMs: number;
  /** The access token renews itself, while it is valid. If renewal is refused, the token stays valid until it expires. */
  readonly byItself?: true;
}

const OK = 200;
/** How often to look whether another process has renewed the access, in milliseconds. */
const LOOK_AGAIN_MS = 100;
const REFUSED: readonly number[] = [400, 401];

/** Renewals in progress, by account. A refresh token may be single-use, and two posts may need it at once. */
const inProgress = new Map<string, Promise<Credentials>>();

function withCredentials(connection: Connection, credentials: Credentials): Connection {
  const account = { ...connection.account, credentials: concealed(credentials) };
  return {
    ...connection,
    account,
    get now() {
      return connection.now;
    },
  };
}

function expiryOf({ account }: Connection): number | null {
  const end = Date.parse(account.credentials['expiresAt'] ?? '');
  return Number.isNaN(end) ? null : end;
}

async function requestRenewal(
  errors: NetworkErrors,
  renewal: Renewal,
  request: WireRequest,
  connection: Connection,
): Promise<Credentials> {
  const { account, now } = connection;
  // A caller that stops waiting must not lose the new tokens: the old ones no longer work.
  const response = await connection.wire.send(request, withTimeLimit(RENEWAL_LIMIT_MS));
  const renewed = renewal.read(response.body);
  if (response.status !== OK || renewed.accessToken === null) {
    const refusal = readRefusal(errors, response, now, false);
    if (!REFUSED.includes(response.status)) throw refusal;
    const name = PLATFORM_NAMES[errors.platform];
    const message = `${name} no longer renews the account’s access. Reconnect the account.`;
    throw new NetworkRefusal('account_reconnect_required', message, refusal.answer);
  }
  const { accessToken, refreshToken, expiresInSeconds, renewableSeconds = null } = renewed;
  const { expiresAt: _over, renewableUntil, ...kept } = account.credentials;
  // What was said of a refresh token does not hold for the one that replaces it.
  const known = renewableUntil !== undefined && refreshToken === null ? { renewableUntil } : {};
  const next: Credentials = {
    ...kept,
    accessToken,
    ...(refreshToken !== null && { refreshToken }),
    ...(expiresInSeconds !== null && { expiresAt: new Date(now + expiresInSeconds * 1000).toISOString() }),
    ...known,
    ...(renewableSeconds !== null && {
      renewableUntil: new Date(now + renewableSeconds * 1000).toISOString(),
    }),
  };
  await connection.keepCredentials?.(next);
  return next;
}

/** Credentials that another process has stored since ours were read; null: ours are current. */
async function newerCredentials({ account, currentCredentials }: Connection): Promise<Credentials | null> {
  const stored = await currentCredentials?.();
  return stored && stored['accessToken'] !== account.credentials['accessToken'] ? stored : null;
}

async function renewedCredentials(
  errors: NetworkErrors,
  renewal: Renewal,
  request: WireRequest,
  connection: Connection,
): Promise<Credentials> {
  const newer = await newerCredentials(connection);
  if (newer) return newer;
  const held = await hold(connection);
  if (!held.release) return held.stored;
  try {
    // The process that held the account before may have renewed the access.
    return (
      (await newerCredentials(connection)) ?? (await requestRenewal(errors, renewal, request, connection))
    );
  } catch (refusal) {
    // Another process may have just used the refresh token and stored the result.
    const stored = await newerCredentials(connection);
    if (stored) return stored;
    throw refusal;
  } finally {
    await held.release();
  }
}

type Held =
  | { readonly release: () => Promise<void> }
  | { readonly release: null; readonly stored: Credentials };

/** Waits until no other process renews the access, or until one has. */
async function hold(connection: Connection): Promise<Held> {
  const { holdRenewal, signal } = connection;
  if (!holdRenewal) return { release: async () => undefined };
  for (;;) {
    const release = await holdRenewal();
    if (release) return { release };
    const stored = await newerCredentials(connection);
    if (stored) return { release: null, stored };
    if (signal.aborted) throw new ConnectionFailed('timeout', false);
    await delay(LOOK_AGAIN_MS);
  }
}

/** @throws NetworkRefusal the network no longer renews access */
async function renew(
  errors: NetworkErrors,
  renewal: Renewal,
  request: WireRequest,
  connection: Connection,
): Promise<Connection> {
  const { id } = connection.account;
  const running = inProgress.get(id);
  const work = running ?? renewedCredentials(errors, renewal, request, connection);
  if (!running) inProgress.set(id, work);
  try {
    return withCredentials(connection, await work);
  } finally {
    if (!running) inProgress.delete(id);
  }
}

/** Runs work with valid access: renews it shortly before it expires, or when the network rejects the token. */
export async function withAccess<Result>(
  errors: NetworkErrors,
  renewal: Renewal,
  connection: Connection,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const request = connection.keepCredentials ? renewal.request(connection.account.credentials) : null;
  if (request === null) return work(connection);
  const end = expiryOf(connection);
  const isOver = end !== null && end <= connection.now;
  if (renewal.byItself) {
    if (end === null || isOver || end > connection.now + renewal.aheadMs) return work(connection);
    return work(await renew(errors, renewal, request, connection).catch(orKeep(connection)));
  }
  if (end !== null && end <= connection.now + renewal.aheadMs) {
    return work(await renew(errors, renewal, request, connection));
  }
  try {
    return await work(connection);
  } catch (refusal) {
    const isToken = refusal instanceof NetworkRefusal && refusal.code === 'account_reconnect_required';
    if (!isToken) throw refusal;
    return work(await renew(errors, renewal, request, connection));
  }
}

/** Continues with the current token if renewal is refused: it may be too new, or the network busy. */
function orKeep(connection: Connection) {
  return (fault: unknown): Connection => {
    if (fault instanceof NetworkRefusal) return connection;
    throw fault;
  };
}

/** Wraps an adapter so that it renews its account's access. */
export function renewingAccess(
  adapter: NetworkAdapter,
  errors: NetworkErrors,
  renewal: Renewal,
): NetworkAdapter {
  const { prepare, create, find, createPart, findPart, checkToken, readLimits, readBoards, remove } = adapter;
  const { comments, messages, news, metrics } = adapter;
  const within = <Rest extends readonly unknown[], Result>(
    method: (connection: Connection, ...rest: Rest) => Promise<Result>,
  ) => {
    return (connection: Connection, ...rest: Rest) =>
      withAccess(errors, renewal, connection, (good) => method.call(adapter, good, ...rest));
  };
  return {
    ...adapter,
    ...(prepare && { prepare: within(prepare) }),
    create: within(create),
    ...(find && { find: within(find) }),
    ...(createPart && { createPart: within(createPart) }),
    ...(findPart && { findPart: within(findPart) }),
    checkToken: within(checkToken),
    ...(readLimits && { readLimits: within(readLimits) }),
    ...(readBoards && { readBoards: within(readBoards) }),
    ...(remove && { remove: within(remove) }),
    ...(comments && {
      comments: {
        ...(comments.list && { list: within(comments.list) }),
        read: within(comments.read),
        reply: within(comments.reply),
        findReply: within(comments.findReply),
        ...(comments.isGone && { isGone: within(comments.isGone) }),
        ...(comments.setHidden && { setHidden: within(comments.setHidden) }),
        ...(comments.remove && { remove: within(comments.remove) }),
      },
    }),
    ...(messages && {
      messages: {
        conversation: within(messages.conversation),
        list: within(messages.list),
        prepare: within(messages.prepare),
        send: within(messages.send),
        find: within(messages.find),
      },
    }),
    ...(news && { news: { look: within(news.look) } }),
    ...(metrics && {
      metrics: { ...metrics, read: within(metrics.read), followers: within(metrics.followers) },
    }),
  };
}
