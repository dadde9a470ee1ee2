import { PLATFORM_NAMES } from '../../contract/platforms.js';
import { type Connection, type Credentials, type NetworkAdapter, NetworkRefusal } from './adapter.js';
import { type NetworkErrors, readRefusal } from './read-refusal.js';
import type { WireRequest } from './wire.js';

/** What a network gives when it renews access. */
interface Renewed {
  readonly accessToken: string | null;
  /** Null: the old one stays good, or there is none. */
  readonly refreshToken: string | null;
  readonly expiresInSeconds: number | null;
}

/** How access to an account of one network is renewed. */
export interface Renewal {
  /** The request for it; null: these credentials cannot be renewed. */
  readonly request: (credentials: Credentials) => WireRequest | null;
  readonly read: (body: unknown) => Renewed;
  /** So long before its end an access token is renewed, in milliseconds. */
  readonly aheadMs: number;
  /** The access token renews itself: only while it is good, and a refusal before its end changes nothing. */
  readonly byItself?: true;
}

const OK = 200;
const REFUSED: readonly number[] = [400, 401];

/** Renewals under way: a refresh token may be good for one time only, and two posts may need it at once. */
const underWay = new Map<string, Promise<Credentials>>();

function withCredentials(connection: Connection, credentials: Credentials): Connection {
  const account = { ...connection.account, credentials };
  return {
    ...connection,
    account,
    get now() {
      return connection.now;
    },
  };
}

function endOf({ account }: Connection): number | null {
  const end = Date.parse(account.credentials['expiresAt'] ?? '');
  return Number.isNaN(end) ? null : end;
}

async function askForNew(
  errors: NetworkErrors,
  renewal: Renewal,
  request: WireRequest,
  connection: Connection,
): Promise<Credentials> {
  const { account, now } = connection;
  const response = await connection.wire.send(request, connection.signal);
  const renewed = renewal.read(response.body);
  if (response.status !== OK || renewed.accessToken === null) {
    const refusal = readRefusal(errors, response, now, false);
    if (!REFUSED.includes(response.status)) throw refusal;
    const name = PLATFORM_NAMES[errors.platform];
    const message = `${name} no longer renews our access to the account.`;
    throw new NetworkRefusal('account_reconnect_required', message, refusal.answer);
  }
  const { accessToken, refreshToken, expiresInSeconds } = renewed;
  const { expiresAt: _over, ...kept } = account.credentials;
  const next: Credentials = {
    ...kept,
    accessToken,
    ...(refreshToken !== null && { refreshToken }),
    ...(expiresInSeconds !== null && { expiresAt: new Date(now + expiresInSeconds * 1000).toISOString() }),
  };
  await connection.keepCredentials?.(next);
  return next;
}

/** Credentials that somebody else has renewed since ours were read; null: ours are the newest. */
async function newerOnes({ account, currentCredentials }: Connection): Promise<Credentials | null> {
  const stored = await currentCredentials?.();
  return stored && stored['accessToken'] !== account.credentials['accessToken'] ? stored : null;
}

async function renewedCredentials(
  errors: NetworkErrors,
  renewal: Renewal,
  request: WireRequest,
  connection: Connection,
): Promise<Credentials> {
  const newer = await newerOnes(connection);
  if (newer) return newer;
  try {
    return await askForNew(errors, renewal, request, connection);
  } catch (refusal) {
    // Another process may have used the refresh token up a moment ago, and stored what it got.
    const stored = await newerOnes(connection);
    if (stored) return stored;
    throw refusal;
  }
}

/** @throws NetworkRefusal where the network renews nothing any more */
async function renew(
  errors: NetworkErrors,
  renewal: Renewal,
  request: WireRequest,
  connection: Connection,
): Promise<Connection> {
  const { id } = connection.account;
  const running = underWay.get(id);
  const work = running ?? renewedCredentials(errors, renewal, request, connection);
  if (!running) underWay.set(id, work);
  try {
    return withCredentials(connection, await work);
  } finally {
    if (!running) underWay.delete(id);
  }
}

/** Does the work with access that is good: renewed before its end, or when the network says that it is over. */
async function withAccess<Result>(
  errors: NetworkErrors,
  renewal: Renewal,
  connection: Connection,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const request = connection.keepCredentials ? renewal.request(connection.account.credentials) : null;
  if (request === null) return work(connection);
  const end = endOf(connection);
  const isOver = end !== null && end <= connection.now;
  if (renewal.byItself) {
    if (end === null || isOver || end > connection.now + renewal.aheadMs) return work(connection);
    return work(await renew(errors, renewal, request, connection).catch(orStay(connection)));
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

/** A token that is still good and was not renewed, because it is too young or the network is busy, does. */
function orStay(connection: Connection) {
  return (fault: unknown): Connection => {
    if (fault instanceof NetworkRefusal) return connection;
    throw fault;
  };
}

/** An adapter that renews its account's access by itself. */
export function renewingAccess(
  adapter: NetworkAdapter,
  errors: NetworkErrors,
  renewal: Renewal,
): NetworkAdapter {
  const { prepare, create, find, createPart, findPart, checkToken, comments, messages } = adapter;
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
    ...(comments && {
      comments: {
        list: within(comments.list),
        read: within(comments.read),
        reply: within(comments.reply),
        findReply: within(comments.findReply),
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
  };
}
