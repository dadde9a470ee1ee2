import { isRecord } from '../../../base/is-record.js';
import { idIn, type NoticeProtocol, signatureOf } from '../notices.js';
import { valueAt } from '../requests/json-answer.js';

/**
 * X answers to whom it sends a text with its HMAC, so anybody can have a short text signed. No text of these characters
 * is a JSON object, and only an object counts as a notice.
 */
const CRC_TOKEN = /^[\w.~+/=-]{1,300}$/;

const signature = { headers: ['x-twitter-webhooks-signature'], encoding: 'base64' } as const;

/**
 * Webhooks of X (docs.x.com: Webhooks quickstart, 2026-11). X does not document what is in the events of its Activity
 * API, so a notice is only a reason to look: it names an account at most.
 */
export const xNotices: NoticeProtocol = {
  signature,
  challenge(query, { appSecret }) {
    const token = query.get('crc_token') ?? '';
    if (!CRC_TOKEN.test(token)) return null;
    const answer = { response_token: signatureOf({ signature }, token, appSecret) };
    return { type: 'json', body: JSON.stringify(answer) };
  },
  read(body) {
    if (!isRecord(body)) return { found: [], ignored: 1 };
    const named = [idIn(valueAt(body, 'for_user_id')), idIn(valueAt(body, 'data', 'filter', 'user_id'))];
    return { found: [], ignored: 0, nudged: named.flatMap((id) => id ?? []) };
  },
};
