import { createHmac } from 'node:crypto';
import { isSameText } from '../../base/same-text.js';
import { idIn } from '../notices.js';
import { countAt, textAt, valueAt } from '../requests/json-answer.js';

/** A signature, a full stop and a payload, both in base64url. Meta's are far shorter. */
const FORM = /^([\w-]{43})=?\.([\w-]{1,8000})={0,2}$/;

/** How long a request is accepted, so that somebody who has seen it cannot repeat it later. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

/**
 * Reads a request with which Meta says that a person has removed an app, or wants their data deleted (Meta: Data
 * deletion request callback,
 * https://developers.facebook.com/docs/development/create-an-app/app-dashboard/data-deletion-callback/, 2026).
 *
 * @param now epoch milliseconds
 * @returns Meta's id of the person for this app; null: the app has not signed it, or long ago
 */
export function personInSignedRequest(signedRequest: string, appSecret: string, now: number): string | null {
  const [, signature, payload] = FORM.exec(signedRequest) ?? [];
  if (signature === undefined || payload === undefined) return null;
  const right = createHmac('sha256', appSecret).update(payload).digest('base64url');
  if (!isSameText(signature, right)) return null;
  const said = parsed(Buffer.from(payload, 'base64url').toString('utf8'));
  if (textAt(said, 'algorithm')?.toUpperCase() !== 'HMAC-SHA256') return null;
  const issuedAt = countAt(said, 'issued_at');
  if (issuedAt === null || now - issuedAt * 1000 > MAX_AGE_MS) return null;
  return idIn(valueAt(said, 'user_id'));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
