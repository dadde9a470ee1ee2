import { type ConnectContext, ConnectRefused } from '../connecting/connector.js';
import { away, SERVER_FAULT } from '../connecting/server-answers.js';
import { listAt, textAt } from '../requests/json-answer.js';
import type { WireRequest } from '../wire.js';

/** Answers everybody who asks for a handle (https://docs.bsky.app/docs/advanced-guides/api-directory). */
const PUBLIC_API = 'https://public.api.bsky.app';
/** The directory of `did:plc` (https://web.plc.directory). */
const PLC_DIRECTORY = 'https://plc.directory';
/** Where an account signs in whose PDS cannot be found: the servers of Bluesky itself. */
export const BLUESKY_ENTRANCE = 'https://bsky.social';

/** The name of both in messages. */
const DIRECTORY = 'Bluesky’s directory';

const OK = 200;
const PDS_ID = '#atproto_pds';
const PDS_TYPE = 'AtprotoPersonalDataServer';
/** A DID has at most 2,048 characters (https://atproto.com/specs/did). */
const DID = /^did:(?:plc:[a-z2-7]{24}|web:[a-z0-9.-]{1,253})$/;
/** https://atproto.com/specs/handle */
const HANDLE = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const MAX_HANDLE_LENGTH = 253;

/** Whether a text is a handle, in lower case and without @. */
export function isHandle(text: string): boolean {
  return text.length <= MAX_HANDLE_LENGTH && HANDLE.test(text);
}

/** What the directory says of an account. */
export interface Identity {
  readonly did: string;
  /** The origin of the server that holds its data. */
  readonly pds: string;
  /** The names that the account gives itself: handles that may be somebody else’s. */
  readonly claimed: readonly string[];
}

/** What every program of Bluesky shows where a handle cannot be verified (https://atproto.com/specs/handle). */
const INVALID_HANDLE = 'handle.invalid';

/**
 * The identity of an account, by its handle or DID.
 *
 * @throws ConnectRefused there is no such account
 */
export async function findIdentity(context: ConnectContext, identifier: string): Promise<Identity> {
  const isDid = DID.test(identifier);
  const did = isDid ? identifier : await didOf(context, identifier);
  if (did === null) throw noAccount(identifier);
  const document = await didDocument(context, did);
  const claimed = claimedIn(document);
  // A domain can point to any account; the account has to know the name too (https://atproto.com/specs/handle).
  if (!isDid && !claimed.includes(identifier)) throw noAccount(identifier);
  const pds = pdsIn(document);
  if (pds !== null) return { did, pds, claimed };
  throw new ConnectRefused(
    'sign_in_refused',
    `The account ${identifier} names no server that holds its data (PDS). Is it still active?`,
  );
}

/**
 * A handle that a server has named, if the account’s identity and the handle’s domain both confirm it; otherwise what
 * stands for handles that are not verified.
 */
export async function verifiedHandle(
  context: ConnectContext,
  handle: string,
  { did, claimed }: Identity,
): Promise<string> {
  const name = handle.toLowerCase();
  if (!isHandle(name) || !claimed.includes(name)) return INVALID_HANDLE;
  return (await didOf(context, name)) === did ? name : INVALID_HANDLE;
}

/** The account that a server has under a handle; null: it does not say. */
export async function didAtServer(
  context: ConnectContext,
  origin: string,
  handle: string,
): Promise<string | null> {
  const { status, body } = await context.wireTo(origin).send(resolution(handle), context.signal);
  const did = textAt(body, 'did');
  return status === OK && did !== null && DID.test(did) ? did : null;
}

function claimedIn(document: unknown): readonly string[] {
  return listAt(document, 'alsoKnownAs').flatMap((one) =>
    typeof one === 'string' && one.startsWith('at://') ? [one.slice('at://'.length).toLowerCase()] : [],
  );
}

/** The origin of the PDS that a DID document names; null: it names none. */
export function pdsIn(document: unknown): string | null {
  for (const service of listAt(document, 'service')) {
    const id = textAt(service, 'id') ?? '';
    const address = textAt(service, 'serviceEndpoint');
    const isPds = id.endsWith(PDS_ID) && textAt(service, 'type') === PDS_TYPE;
    if (isPds && address !== null && URL.canParse(address)) return new URL(address).origin;
  }
  return null;
}

/** The account that a handle leads to; null: none. */
async function didOf(context: ConnectContext, handle: string): Promise<string | null> {
  const response = await context.wireTo(PUBLIC_API).send(resolution(handle), context.signal);
  const did = textAt(response.body, 'did');
  if (response.status === OK && did !== null && DID.test(did)) return did;
  if (response.status >= SERVER_FAULT) throw away(DIRECTORY, response);
  return null;
}

function resolution(handle: string): WireRequest {
  return {
    method: 'GET',
    path: '/xrpc/com.atproto.identity.resolveHandle',
    query: { handle },
    headers: {},
  };
}

function noAccount(handle: string): ConnectRefused {
  return new ConnectRefused(
    'sign_in_refused',
    `There is no Bluesky account @${handle}. Check the spelling; a handle has a dot, such as name.bsky.social.`,
  );
}

async function didDocument(context: ConnectContext, did: string): Promise<unknown> {
  const web = did.startsWith('did:web:') ? did.slice('did:web:'.length) : null;
  const response = await context
    .wireTo(web === null ? PLC_DIRECTORY : `https://${web}`)
    .send(
      { method: 'GET', path: web === null ? `/${did}` : '/.well-known/did.json', headers: {} },
      context.signal,
    );
  if (response.status === OK && textAt(response.body, 'id') === did) return response.body;
  if (response.status >= SERVER_FAULT) throw away(DIRECTORY, response);
  throw new ConnectRefused('sign_in_refused', `The account’s identity ${did} was not found.`);
}
