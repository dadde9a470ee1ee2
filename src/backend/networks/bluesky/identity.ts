import { type ConnectContext, ConnectRefused } from '../connecting/connector.js';
import { away, SERVER_FAULT } from '../connecting/server-answers.js';
import { listAt, textAt } from '../requests/json-answer.js';

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
/** A DID has at most 2,048 characters (https://atproto.com/specs/did). */
const DID = /^did:(?:plc:[a-z2-7]{24}|web:[a-z0-9.-]{1,253})$/;
/** https://atproto.com/specs/handle */
const HANDLE = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const MAX_HANDLE_LENGTH = 253;

/** Whether a text is a handle, in lower case and without @. */
export function isHandle(text: string): boolean {
  return text.length <= MAX_HANDLE_LENGTH && HANDLE.test(text);
}

/**
 * The PDS of an account, by its handle or DID.
 *
 * @throws ConnectRefused there is no such account
 */
export async function findPds(context: ConnectContext, identifier: string): Promise<string> {
  const isDid = DID.test(identifier);
  const document = await didDocument(context, isDid ? identifier : await didOf(context, identifier));
  // A domain can point to any account; the account has to know the name too (https://atproto.com/specs/handle).
  if (!isDid && !listAt(document, 'alsoKnownAs').includes(`at://${identifier}`)) throw noAccount(identifier);
  const pds = pdsIn(document);
  if (pds !== null) return pds;
  throw new ConnectRefused(
    'sign_in_refused',
    `The account ${identifier} names no server that holds its data (PDS). Is it still active?`,
  );
}

/** The origin of the PDS that a DID document names; null: it names none. */
export function pdsIn(document: unknown): string | null {
  for (const service of listAt(document, 'service')) {
    const id = textAt(service, 'id') ?? '';
    const address = textAt(service, 'serviceEndpoint');
    if (id.endsWith(PDS_ID) && address !== null && URL.canParse(address)) return new URL(address).origin;
  }
  return null;
}

async function didOf(context: ConnectContext, handle: string): Promise<string> {
  const response = await context.wireTo(PUBLIC_API).send(
    {
      method: 'GET',
      path: '/xrpc/com.atproto.identity.resolveHandle',
      query: { handle },
      headers: {},
    },
    context.signal,
  );
  const did = textAt(response.body, 'did');
  if (response.status === OK && did !== null && DID.test(did)) return did;
  if (response.status >= SERVER_FAULT) throw away(DIRECTORY, response);
  throw noAccount(handle);
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
