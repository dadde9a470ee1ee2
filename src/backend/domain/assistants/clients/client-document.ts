import { isIP } from 'node:net';
import { isPlainHost } from '../../../../contract/plain-names.js';
import { FetchFailure } from '../../../fetching/fetch-failure.js';
import { type FetchingWorkspace, type FetchPolicy, fetchFor } from '../../../fetching/fetch-policy.js';
import { OAuthError } from '../oauth-error.js';

/** A document of a client has at most this many bytes (draft-ietf-oauth-client-id-metadata-document). */
export const MAX_DOCUMENT_BYTES = 5 * 1024;

/** In milliseconds. */
const DEADLINE_MS = 5_000;

/** For how long a document is not read again, in milliseconds, whatever its server says. */
const MIN_FRESH_MS = 5 * 60 * 1000;
const MAX_FRESH_MS = 60 * 60 * 1000;

const MAX_ID_LENGTH = 2_000;

/** Whether a client's id is the address of its document. */
export const isDocumentId = (id: string): boolean => /^https?:\/\//i.test(id);

/** Who asks for a document, and how it may be fetched. */
export interface DocumentAccess {
  readonly policy: FetchPolicy;
  readonly workspace: FetchingWorkspace;
}

/**
 * Why an address cannot hold a document: it must be an https URL of a public name, with a path, and written in one way.
 * Tests reach documents on this machine through the allowed origins of the policy.
 */
function addressProblem(address: string, { policy, workspace }: DocumentAccess): string | null {
  if (address.length > MAX_ID_LENGTH || !URL.canParse(address)) return 'is not a URL';
  const url = new URL(address);
  if (url.href !== address) return 'is not written in its normal form';
  if (url.hash !== '' || url.username !== '' || url.password !== '') return 'has a fragment or a user name';
  if (url.pathname === '/') return 'has no path';
  if (workspace.sandbox === 1 && policy.allowedOrigins.has(url.origin)) return null;
  if (url.protocol !== 'https:') return 'does not use https';
  if (url.port !== '') return 'names a port';
  if (isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return 'has an IP address instead of a name';
  return null;
}

export interface ReadDocument {
  readonly json: unknown;
  /** For how long it need not be read again, in milliseconds. */
  readonly freshMs: number;
}

/**
 * Reads a JSON document that a stranger's address names.
 *
 * @param what for messages: `The client document`
 * @throws OAuthError `invalid_client`
 */
export async function readDocument(
  address: string,
  access: DocumentAccess,
  { what, maxBytes }: { readonly what: string; readonly maxBytes: number },
): Promise<ReadDocument> {
  const problem = addressProblem(address, access);
  if (problem !== null)
    throw new OAuthError('invalid_client', `${what} cannot be read: its address ${problem}.`);
  try {
    const answer = await fetchFor(access.policy, access.workspace)(address, {
      ...{ accept: 'application/json', redirects: 0, maxBytes, deadlineMs: DEADLINE_MS },
    });
    if (answer.status !== 200) {
      answer.discard();
      throw new OAuthError(
        'invalid_client',
        `${what} cannot be read: its server answered with ${answer.status}.`,
      );
    }
    const json: unknown = JSON.parse(Buffer.from(await answer.bytes()).toString('utf8'));
    return { json, freshMs: freshFor(answer.headers['cache-control']) };
  } catch (error) {
    if (error instanceof FetchFailure) {
      throw new OAuthError(
        'invalid_client',
        `${what} cannot be read (${error.code}).${adviceOn(error, address)}`,
      );
    }
    if (error instanceof SyntaxError) throw new OAuthError('invalid_client', `${what} is not valid JSON.`);
    throw error;
  }
}

/** What helps if the server of a document cannot be reached: this backend may have no way to the internet. */
function adviceOn({ kind }: FetchFailure, address: string): string {
  const { host } = new URL(address);
  return kind === 'unreachable' && isPlainHost(host)
    ? ` This backend reads it from ${host}: check that it can connect there, or let the program register instead.`
    : '';
}

function freshFor(cacheControl: string | undefined): number {
  const [, seconds] = /\bmax-age=(\d{1,9})/i.exec(cacheControl ?? '') ?? [];
  const wanted = seconds === undefined ? MIN_FRESH_MS : Number(seconds) * 1000;
  return Math.min(MAX_FRESH_MS, Math.max(MIN_FRESH_MS, wanted));
}
