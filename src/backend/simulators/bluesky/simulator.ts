import { createHash } from 'node:crypto';
import { isRecord } from '../../../base/is-record.js';
import { countText } from '../../../networks/count/count.js';
import { RULES } from '../../../networks/rules.js';
import { json } from '../../networks/answers.js';
import { claimsOf } from '../../networks/bluesky/access-token.js';
import { BLUESKY_ERRORS, blueskyErrors } from '../../networks/bluesky/errors.js';
import { POSTS, THREADGATES } from '../../networks/bluesky/record.js';
import { timestampId } from '../../networks/bluesky/timestamp-id.js';
import { listAt, textAt, valueAt } from '../../networks/requests/json-answer.js';
import type { WireResponse } from '../../networks/wire.js';
import { failureOfHandle } from '../shared/named-failures.js';
import { contentId } from '../shared/network-ids.js';
import { networkServer, type SimulatedCall, textOf } from '../shared/network-server.js';
import { SOMEBODY } from '../shared/people.js';
import { storePost } from '../shared/publish-new.js';
import type { Quota } from '../shared/quotas.js';
import { answeredBy } from '../shared/thread-of.js';
import type { TokenService } from '../shared/tokens.js';
import { UTC_DAY } from '../shared/windows.js';
import type { NetworkSimulator, SimulatedAccount } from '../simulator.js';
import { blobRoutes, embeddedCard, embeddedMedia } from './blob-server.js';
import { INBOX_ROUTES } from './inbox-server.js';
import { getServiceAuth, SERVER_ORIGIN, signedToken, videoRoutes } from './video-server.js';

const { text: TEXT } = RULES.bluesky;
const IMAGES = RULES.bluesky.forms.feed.images;

/** Write points: 5,000 an hour and 35,000 a day; a new record costs 3 (PDS source). */
const POINTS_OF_A_POST = 3;
const HOUR_MS = 60 * 60_000;
const QUOTAS: readonly Quota[] = [
  {
    of: 'posts',
    max: Math.floor(5000 / POINTS_OF_A_POST),
    window: { kind: 'fixed', ms: HOUR_MS },
    refusal: BLUESKY_ERRORS.rateLimited,
  },
  {
    of: 'posts',
    max: Math.floor(35_000 / POINTS_OF_A_POST),
    window: UTC_DAY,
    refusal: BLUESKY_ERRORS.rateLimited,
  },
];

/** Of the documents that the directory of `did:plc` writes. */
const DID_CONTEXT = [
  'https://www.w3.org/ns/did/v1',
  'https://w3id.org/security/multikey/v1',
  'https://w3id.org/security/suites/secp256k1-2019/v1',
];
/** A public key that signs nothing here. */
const SIGNING_KEY = 'zQ3shXjHeiBuRCKmM36cuYnm7YEMzhGnCmCyW92sRJ9pribSF';

/** What the server says of an account to itself. */
function profileOf({ networkUserId, handle }: SimulatedAccount) {
  const service = {
    id: '#atproto_pds',
    type: 'AtprotoPersonalDataServer',
    serviceEndpoint: SERVER_ORIGIN,
  };
  return {
    didDoc: {
      '@context': DID_CONTEXT,
      id: networkUserId,
      alsoKnownAs: [`at://${handle}`],
      verificationMethod: [
        {
          id: `${networkUserId}#atproto`,
          type: 'Multikey',
          controller: networkUserId,
          publicKeyMultibase: SIGNING_KEY,
        },
      ],
      service: [service],
    },
    email: `owner@${handle}`,
    emailConfirmed: true,
  };
}

/** How long a server accepts a used refresh token of an app password (PDS source: rotateRefreshToken). */
const REFRESH_GRACE_SECONDS = 2 * 60 * 60;

/** A session is renewed with the refresh token as bearer. */
const SESSIONS: TokenService = {
  route: 'POST /xrpc/com.atproto.server.refreshSession',
  by: 'single-use refresh token',
  graceSeconds: REFRESH_GRACE_SECONDS,
  shown: ({ headers }) => /^Bearer (.+)$/.exec(headers['authorization'] ?? '')?.[1] ?? null,
  granted: ({ account, accessToken, refreshToken }) =>
    json(200, {
      accessJwt: accessToken,
      refreshJwt: refreshToken,
      handle: account.handle,
      did: account.networkUserId,
      ...profileOf(account),
      active: true,
    }),
  written: (secret, { account, issuedAt, seconds }) => {
    const times = seconds === null ? {} : { exp: Math.floor(issuedAt / 1000) + seconds };
    return signedToken({ sub: account.networkUserId, iat: Math.floor(issuedAt / 1000), ...times }, secret);
  },
  refusal: (shown) =>
    isForged(shown)
      ? blueskyErrors.answer(BLUESKY_ERRORS.tokenInvalid)
      : blueskyErrors.answer(BLUESKY_ERRORS.tokenExpired, 'Token has been revoked'),
};

/** Whether a token is written like those of the server and names no account. */
function isForged(token: string | null): boolean {
  return token?.split('.').length === 3 && claimsOf(token)?.['sub'] === undefined;
}

const invalid = (message: string) => json(400, { error: 'InvalidRequest', message });

function cidOf(value: unknown): string {
  return contentId(createHash('sha256').update(JSON.stringify(value)).digest());
}

/** The lexicon validator's error; null: the record is valid. */
function breach(record: unknown): string | null {
  const text = valueAt(record, 'text');
  if (typeof text !== 'string') return 'Missing required key "text" at $.record';
  if (textAt(record, 'createdAt') === null) return 'Missing required key "createdAt" at $.record';
  const bytes = countText(text, 'utf8-bytes');
  const bytesMax = TEXT.maxBytes?.value ?? Number.POSITIVE_INFINITY;
  if (bytes > bytesMax) return `string too big (maximum ${bytesMax}, got ${bytes}) at $.record.text`;
  const graphemes = countText(text, TEXT.unit);
  if (graphemes > TEXT.max.value)
    return `grapheme too big (maximum ${TEXT.max.value}, got ${graphemes}) at $.record.text`;
  const images = listAt(record, 'embed', 'images').length;
  const imagesMax = IMAGES?.max.value ?? 0;
  return images > imagesMax
    ? `array too big (maximum ${imagesMax}, got ${images}) at $.record.embed.images`
    : null;
}

/** The error of a reply's references; null: they are valid, or it is not a reply. */
async function wrongReply({ context }: SimulatedCall, record: unknown): Promise<string | null> {
  if (valueAt(record, 'reply') === undefined) return null;
  for (const name of ['root', 'parent']) {
    if (textAt(record, 'reply', name, 'uri') === null)
      return `Missing required key "uri" at $.record.reply.${name}`;
    if (textAt(record, 'reply', name, 'cid') === null)
      return `Missing required key "cid" at $.record.reply.${name}`;
  }
  // A real server accepts a reply to a deleted post. Here that would be a bug of ours.
  const uri = answeredBy('bluesky', { record }) ?? '';
  const parent = (await context.memory.postById(uri)) ?? (await context.memory.commentById(uri));
  return parent ? null : 'Could not find the parent of $.record.reply';
}

function committed(cid: string, uri: string, revision: string | null): WireResponse {
  const commit = revision === null ? {} : { commit: { cid: cidOf([uri, revision]), rev: revision } };
  return json(200, { uri, cid, ...commit, validationStatus: 'valid' });
}

async function write(call: SimulatedCall, recordKey: string): Promise<WireResponse> {
  const { account, context, fields } = call;
  const { record } = fields;
  if (textOf(fields, 'repo') !== account.networkUserId && textOf(fields, 'repo') !== account.handle) {
    return blueskyErrors.answer(BLUESKY_ERRORS.tokenMissing);
  }
  if (textOf(fields, 'collection') === THREADGATES) return writeGate(call, recordKey);
  if (textOf(fields, 'collection') !== POSTS)
    return invalid(`Lexicon not found: lex:${textOf(fields, 'collection')}`);
  const wrong = breach(record);
  if (wrong !== null) return invalid(wrong);
  const ref = await wrongReply(call, record);
  if (ref !== null) return invalid(ref);
  const embedded = await embeddedMedia(call, record);
  if ('refusal' in embedded) return embedded.refusal;
  const linked = await embeddedCard(call, record);
  if ('refusal' in linked) return linked.refusal;

  const uri = `at://${account.networkUserId}/${POSTS}/${recordKey}`;
  const stored = await storePost(call, {
    networkPostId: uri,
    path: `/profile/${account.handle}/post/${recordKey}`,
    text: textAt(record, 'text') ?? '',
    title: textAt(record, 'embed', 'external', 'title'),
    link: textAt(record, 'embed', 'external', 'uri'),
    mediaIds: embedded.ids,
    media: embedded.media,
    ...linked,
    key: recordKey,
    rawCall: call.request.body,
  });
  const cid = cidOf(record);
  if (stored) return committed(cid, uri, timestampId(BigInt(context.now) * 1000n, 0));
  const there = cidOf(valueAt((await context.memory.postById(uri))?.rawCall, 'record'));
  // The same record exists: success, without a commit.
  return there === cid
    ? committed(cid, uri, null)
    : blueskyErrors.answer(BLUESKY_ERRORS.recordDiffers, `Record was at ${there}`);
}

/** Who can reply to a post: a separate record under the post's key. */
async function writeGate(
  { account, context, fields }: SimulatedCall,
  recordKey: string,
): Promise<WireResponse> {
  const uri = `at://${account.networkUserId}/${THREADGATES}/${recordKey}`;
  const state = { record: fields['record'] };
  await context.memory.putUploads({
    uploadId: uri,
    networkUserId: account.networkUserId,
    state,
    createdAt: context.now,
  });
  return committed(cidOf(fields['record']), uri, timestampId(BigInt(context.now) * 1000n, 0));
}

async function getRecord({ context, fields }: SimulatedCall): Promise<WireResponse> {
  const uri = `at://${textOf(fields, 'repo')}/${textOf(fields, 'collection')}/${textOf(fields, 'rkey')}`;
  const gate = (await context.memory.uploadById(uri))?.state;
  const value = valueAt((await context.memory.postById(uri))?.rawCall ?? gate, 'record');
  return isRecord(value)
    ? json(200, { uri, cid: cidOf(value), value })
    : json(400, { error: 'RecordNotFound', message: `Could not locate record: ${uri}` });
}

/** Deletes a record. Where there is none, that is no error. */
async function deleteRecord({ account, context, fields }: SimulatedCall): Promise<WireResponse> {
  const { networkUserId } = account;
  if (textOf(fields, 'repo') !== networkUserId && textOf(fields, 'repo') !== account.handle)
    return blueskyErrors.answer(BLUESKY_ERRORS.tokenMissing);
  const uri = `at://${networkUserId}/${textOf(fields, 'collection')}/${textOf(fields, 'rkey')}`;
  const post = await context.memory.postById(uri);
  const gate = await context.memory.uploadById(uri);
  if (post) await context.memory.removePost(uri);
  if (gate) await context.memory.putUploads({ ...gate, state: {} });
  if (!post && valueAt(gate?.state, 'record') === undefined) return json(200, {});
  const rev = timestampId(BigInt(context.now) * 1000n, 0);
  return json(200, { commit: { cid: cidOf([uri, rev]), rev } });
}

/** Resolves the handles of accounts of the network, and of simulated people. */
async function resolveHandle({ context, fields }: SimulatedCall): Promise<WireResponse> {
  const handle = textOf(fields, 'handle').toLowerCase();
  const account = await context.memory.accountByHandle(handle);
  if (account) return json(200, { did: account.networkUserId });
  if (handle === SOMEBODY.handle) return json(200, { did: `did:plc:${cidOf(handle).slice(8, 32)}` });
  const { handleUnknown } = BLUESKY_ERRORS;
  // The server knows all handles under its own domain; about others it says less.
  const isUnderDomain = handle.endsWith(`.${new URL(SERVER_ORIGIN).hostname}`);
  return isUnderDomain ? blueskyErrors.answer(handleUnknown) : invalid(handleUnknown.words);
}

/** The session of an account. An account that was taken down has none; one that is deactivated has, and cannot post. */
async function getSession({ account }: SimulatedCall): Promise<WireResponse> {
  const { networkUserId: did, handle } = account;
  const failure = failureOfHandle(handle);
  if (failure === 'account_deactivated') {
    return json(200, { did, handle, ...profileOf(account), active: false, status: 'deactivated' });
  }
  if (failure === 'account_restricted') {
    const { sessionUserGone } = BLUESKY_ERRORS;
    return blueskyErrors.answer(sessionUserGone, `${sessionUserGone.words}: ${did}`);
  }
  return json(200, { did, handle, ...profileOf(account), active: true });
}

/** A personal data server: records, blobs, handles. */
export const blueskySimulator: NetworkSimulator = networkServer({
  platform: 'bluesky',
  origin: SERVER_ORIGIN,
  errors: blueskyErrors,
  quotas: QUOTAS,
  publishing: {
    posts: ['POST /xrpc/com.atproto.repo.createRecord', 'POST /xrpc/com.atproto.repo.putRecord'],
  },
  onlyAsks: ({ body }) => textAt(body, 'collection') !== POSTS,
  tokens: SESSIONS,
  unauthorized: (token, isKnown) => {
    const { tokenMissing, tokenInvalid, tokenExpired } = BLUESKY_ERRORS;
    return blueskyErrors.answer(token === null ? tokenMissing : isKnown ? tokenExpired : tokenInvalid);
  },
  notFound: () => json(501, { error: 'MethodNotImplemented', message: 'Method Not Implemented' }),
  open: videoRoutes,
  routes: {
    'POST /xrpc/com.atproto.repo.createRecord': (call) => {
      const random = Math.floor(call.context.random() * 1000 * 1024);
      const generated = timestampId(BigInt(call.context.now) * 1000n + BigInt(random >> 10), random);
      return write(call, textOf(call.fields, 'rkey') || generated);
    },
    'POST /xrpc/com.atproto.repo.putRecord': (call) => write(call, textOf(call.fields, 'rkey')),
    'GET /xrpc/com.atproto.repo.getRecord': getRecord,
    'POST /xrpc/com.atproto.repo.deleteRecord': deleteRecord,
    ...blobRoutes,
    ...INBOX_ROUTES,
    'GET /xrpc/com.atproto.identity.resolveHandle': resolveHandle,
    'GET /xrpc/com.atproto.server.getSession': getSession,
    'GET /xrpc/com.atproto.server.getServiceAuth': getServiceAuth,
  },
});
