import { RequestRefused } from '../../operations/refusal.js';
import type { Queries, Write } from '../../store/store.js';
import { seal, unseal } from './stored-secret.js';

/** How long an answer is stored, in milliseconds of system time. */
const RETENTION_MS = 24 * 60 * 60 * 1000;

/** A keyed request. The same caller, method, path and key identify the same effect. */
export interface KeyedRequest {
  readonly apiKeyId: string;
  readonly method: string;
  readonly path: string;
  readonly key: string;
  readonly bodyHash: string;
  /** What only the caller knows, with which the stored answer is sealed; null: the answer holds no secret. */
  readonly sealWith: string | null;
}

export interface StoredAnswer {
  readonly status: number;
  /** The body, as JSON text. */
  readonly text: string;
  /** True for the answer of an earlier request. */
  readonly replayed: boolean;
}

/**
 * @param now system time, epoch milliseconds
 * @throws RequestRefused if the key was used with another body
 */
export async function findAnswer(
  queries: Queries,
  request: KeyedRequest,
  now: number,
): Promise<StoredAnswer | null> {
  const row = await queries
    .selectFrom('idempotency')
    .select(['body_hash', 'status', 'answer_json'])
    .where('api_key_id', '=', request.apiKeyId)
    .where('method', '=', request.method)
    .where('path', '=', request.path)
    .where('key', '=', request.key)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (!row) return null;
  if (row.body_hash !== request.bodyHash) {
    throw new RequestRefused(
      'idempotency_key_reused',
      'This Idempotency-Key was used in the last 24 hours with a different body. Use a new key for a new request, or send the original body again to get its answer.',
    );
  }
  const { sealWith } = request;
  const text = sealWith === null ? row.answer_json : unseal(row.answer_json, sealWith, identityOf(request));
  return { status: row.status, text, replayed: true };
}

export async function keepAnswer(
  trx: Write,
  request: KeyedRequest,
  answer: { readonly status: number; readonly text: string },
  now: number,
): Promise<void> {
  const { sealWith } = request;
  const content = {
    body_hash: request.bodyHash,
    status: answer.status,
    answer_json: sealWith === null ? answer.text : seal(answer.text, sealWith, identityOf(request)),
    created_at: now,
    expires_at: now + RETENTION_MS,
  };
  await trx
    .insertInto('idempotency')
    .values({
      api_key_id: request.apiKeyId,
      method: request.method,
      path: request.path,
      key: request.key,
      ...content,
    })
    // A conflicting row can only be an expired answer.
    .onConflict((conflict) => conflict.columns(['api_key_id', 'method', 'path', 'key']).doUpdateSet(content))
    .execute();
}

/** What a record is found by, as text: two requests never have the same. */
export function identityOf({
  apiKeyId,
  method,
  path,
  key,
}: Omit<KeyedRequest, 'bodyHash' | 'sealWith'>): string {
  return JSON.stringify([apiKeyId, method, path, key]);
}
