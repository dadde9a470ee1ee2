import type { Platform } from '../../../contract/platforms.js';
import { RULES } from '../../../networks/rules.js';
import { json } from '../../networks/answers.js';
import { queryParameters, type WireRequest, type WireResponse } from '../../networks/wire.js';
import type { SimulatedAccount, SimulatedUpload, SimulatorContext } from '../simulator.js';
import { failureAt } from './failing.js';
import { base64UrlId } from './network-ids.js';
import { accessNote, refreshNote } from './notes.js';

const SECOND_MS = 1000;
const DAY_MS = 24 * 60 * 60 * SECOND_MS;

/** What a renewal returns. */
interface Grant {
  readonly account: SimulatedAccount;
  readonly accessToken: string;
  /** Null: the old one stays valid, or there is none. */
  readonly refreshToken: string | null;
  readonly expiresInSeconds: number;
  /** When it is granted, epoch milliseconds. */
  readonly now: number;
}

/** How a network renews access. */
export interface TokenService {
  /** `POST /2/oauth2/token` */
  readonly route: string;
  /** The token that the request presents. */
  readonly shown: (request: WireRequest) => string | null;
  /** Which token the request presents, and whether a refresh token can be used again. */
  readonly by: 'single-use refresh token' | 'lasting refresh token' | 'access token';
  /** How long a used refresh token can be used again, in seconds after its first use; absent: not at all. */
  readonly graceSeconds?: number;
  readonly granted: (grant: Grant) => WireResponse;
  /** Writes a token around random characters; absent: it is only these. */
  readonly written?: (
    secret: string,
    claims: {
      readonly account: SimulatedAccount;
      readonly issuedAt: number;
      readonly seconds: number | null;
    },
  ) => string;
  /** @param shown the token that the request presents */
  readonly refusal: (shown: string | null) => WireResponse;
}

/**
 * The account of a token, and whether the token has expired. The lifetime of an access token with a refresh token
 * starts when the network first sees it.
 */
export async function accountOfToken(
  platform: Platform,
  token: string,
  { memory, now }: SimulatorContext,
): Promise<{ readonly account: SimulatedAccount; readonly isExpired: boolean } | null> {
  const note = await memory.uploadById(accessNote(token));
  if (note) {
    const account = await memory.accountById(note.networkUserId);
    return (
      account && {
        account,
        isExpired: Number(note.state['expiresAt']) <= now || isSaidToBeOver(account, token, now),
      }
    );
  }
  const account = await memory.accountByToken(token);
  if (account === null) return null;
  if (account.tokenExpiresAt !== undefined)
    return { account, isExpired: isSaidToBeOver(account, token, now) };
  const seconds = RULES[platform].tokens.access.value;
  if (account.refreshToken !== undefined && seconds !== null)
    await memory.putUploads(noteOf(accessNote(token), account, { now }, seconds));
  return { account, isExpired: false };
}

/** Whether the account's token has an expiry that has passed. */
function isSaidToBeOver(
  { accessToken, tokenExpiresAt }: SimulatedAccount,
  token: string,
  now: number,
): boolean {
  return accessToken === token && tokenExpiresAt !== undefined && tokenExpiresAt <= now;
}

/** Renews an account's access, or refuses to. */
export async function renewAccess(
  platform: Platform,
  service: TokenService,
  request: WireRequest,
  context: SimulatorContext,
): Promise<WireResponse> {
  const shown = service.shown(request);
  const account =
    shown === null
      ? null
      : service.by === 'access token'
        ? await accountRenewedByItself(platform, shown, context)
        : await accountOfRefreshToken(shown, context);
  if (shown === null || account === null) return service.refusal(shown);
  if (failureAt(account, { publishes: false, isPart: false })?.kind === 'forget_token')
    return service.refusal(shown);

  const { access, refresh } = RULES[platform].tokens;
  const expiresInSeconds = access.value ?? 3600;
  const create = (seconds: number | null) => {
    const secret = newToken(platform, context);
    return service.written?.(secret, { account, issuedAt: context.now, seconds }) ?? secret;
  };
  const accessToken = create(expiresInSeconds);
  const granted = noteOf(accessNote(accessToken), account, context, expiresInSeconds);
  if (service.by !== 'single-use refresh token') {
    await context.memory.putUploads(granted);
    return service.granted({ account, accessToken, refreshToken: null, expiresInSeconds, now: context.now });
  }
  const refreshToken = create(refresh.value);
  await context.memory.putUploads(
    granted,
    noteOf(refreshNote(shown), account, context, await graceLeft(shown, service, context)),
    noteOf(refreshNote(refreshToken), account, context, refresh.value),
  );
  return service.granted({ account, accessToken, refreshToken, expiresInSeconds, now: context.now });
}

/** How long the refresh token that is used now can be used again, in seconds. */
async function graceLeft(
  token: string,
  { graceSeconds = 0 }: TokenService,
  { memory, now }: SimulatorContext,
): Promise<number> {
  const expiresAt = (await memory.uploadById(refreshNote(token)))?.state['expiresAt'];
  if (typeof expiresAt !== 'number') return graceSeconds;
  return Math.min(graceSeconds, (expiresAt - now) / SECOND_MS);
}

async function accountOfRefreshToken(
  token: string,
  { memory, now }: SimulatorContext,
): Promise<SimulatedAccount | null> {
  const note = await memory.uploadById(refreshNote(token));
  if (!note) return memory.accountByRefreshToken(token);
  const { expiresAt } = note.state;
  const isOver = typeof expiresAt === 'number' && expiresAt <= now;
  return isOver ? null : memory.accountById(note.networkUserId);
}

/** Instagram and Threads renew a token that is at least a day old and has not expired. */
async function accountRenewedByItself(
  platform: Platform,
  token: string,
  context: SimulatorContext,
): Promise<SimulatedAccount | null> {
  const found = await accountOfToken(platform, token, context);
  if (found === null || found.isExpired) return null;
  const note = await context.memory.uploadById(accessNote(token));
  return note && note.createdAt > context.now - DAY_MS ? null : found.account;
}

/** @param seconds lifetime of the token; null: it does not expire */
function noteOf(
  uploadId: string,
  { networkUserId }: SimulatedAccount,
  { now }: Pick<SimulatorContext, 'now'>,
  seconds: number | null,
): SimulatedUpload {
  const state = { expiresAt: seconds === null ? null : now + seconds * SECOND_MS };
  return { uploadId, networkUserId, state, createdAt: now };
}

function newToken(platform: Platform, { random }: SimulatorContext): string {
  return `simulated-${platform}-${base64UrlId(32, random)}`;
}

/** A field of the form or the query. */
function shownIn(field: string): TokenService['shown'] {
  return ({ query, body }) =>
    (body instanceof URLSearchParams ? body : queryParameters(query ?? {})).get(field);
}

/** OAuth 2.0 as most networks implement it. */
export function oauthTokens(
  route: string,
  by: TokenService['by'],
  refusal: TokenService['refusal'],
): TokenService {
  return {
    route,
    by,
    shown: shownIn(by === 'access token' ? 'access_token' : 'refresh_token'),
    granted: ({ accessToken, refreshToken, expiresInSeconds }) =>
      json(200, {
        token_type: 'bearer',
        expires_in: expiresInSeconds,
        access_token: accessToken,
        ...(refreshToken !== null && { refresh_token: refreshToken }),
      }),
    refusal,
  };
}
