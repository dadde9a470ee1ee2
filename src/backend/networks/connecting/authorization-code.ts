import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { ConnectRefused } from './connector.js';
import { MAX_QUOTED } from './server-answers.js';

/** 32 random bytes, as PKCE recommends (RFC 7636, section 7.1). */
const SECRET_BYTES = 32;

/** The `error` of a person who has denied access (RFC 6749, section 4.1.2.1). */
const DENIED_AS: readonly string[] = ['access_denied'];

/** How a network answers an authorization request. */
interface AnswerRules {
  /** Whether it always sends `iss`, and exactly so; other networks may add a path. */
  readonly isNeeded: boolean;
  readonly deniedAs?: readonly string[] | undefined;
}

/** The secrets of one sign-in in a browser. */
export interface CodeRequest {
  /** Returns with the code, so that no other sign-in can be slipped in. */
  readonly state: string;
  /** Proves that the code is exchanged by the program that asked for it (RFC 7636). */
  readonly verifier: string;
}

export function newCodeRequest(): CodeRequest {
  return {
    state: randomBytes(SECRET_BYTES).toString('base64url'),
    verifier: randomBytes(SECRET_BYTES).toString('base64url'),
  };
}

/** The query parameters of an authorization request with PKCE. */
export function codeParameters(
  { state, verifier }: CodeRequest,
  encoding: 'base64url' | 'hex' = 'base64url',
): Readonly<Record<string, string>> {
  return {
    response_type: 'code',
    state,
    code_challenge: createHash('sha256').update(verifier).digest(encoding),
    code_challenge_method: 'S256',
  };
}

/**
 * The code in the address that a network sent the browser back to.
 *
 * @param issuer the expected `iss` (RFC 9207)
 * @throws ConnectRefused the person or the network refused, or the address is not the answer to this sign-in
 */
export function codeFrom(
  callbackUrl: string,
  state: string,
  issuer: string,
  { isNeeded, deniedAs = DENIED_AS }: AnswerRules,
): string {
  const query = answerIn(callbackUrl, state);
  const named = query.get('iss');
  if (isNeeded ? named !== issuer : named !== null && originOf(named) !== issuer) {
    throw new ConnectRefused('sign_in_refused', 'The answer came from another server than the one asked.');
  }
  const error = query.get('error');
  if (error !== null) throw new ConnectRefused('sign_in_refused', refusalWords(error, query, deniedAs));
  return query.get('code') ?? '';
}

/**
 * The query of the address that answers a sign-in. The network is not asked, so any other address uses nothing up.
 *
 * @throws ConnectRefused `validation_failed`: it is not the network's answer to this sign-in
 */
export function answerIn(callbackUrl: string, state: string): URLSearchParams {
  const query = URL.canParse(callbackUrl) ? new URL(callbackUrl).searchParams : null;
  if (query === null) throw notTheAnswer('This is not an address.');
  if (!query.get('code') && query.get('error') === null) {
    throw notTheAnswer('This address comes without a code, so it is not the answer of the network.');
  }
  if (!isSame(query.get('state') ?? '', state)) {
    throw notTheAnswer('This address does not belong to this sign-in.');
  }
  return query;
}

function notTheAnswer(why: string): ConnectRefused {
  return new ConnectRefused(
    'validation_failed',
    `${why} Copy the whole address that the browser ends on after you allow access.`,
  );
}

function refusalWords(error: string, query: URLSearchParams, deniedAs: readonly string[]): string {
  if (deniedAs.includes(error)) return 'Access was not allowed at the network. Begin again to allow it.';
  const words = query.get('error_description') ?? error;
  return `The network refused the sign-in: ${words.slice(0, MAX_QUOTED)}`;
}

function originOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).origin : null;
}

function isSame(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return expected !== '' && timingSafeEqual(hash(given), hash(expected));
}
