import { encode } from 'gpt-tokenizer/encoding/o200k_base';

/** Ids of the API and of files. */
const ID = /\b(post|acc|cmt|conv|msg|src|sch|slot|tgt|key|ws|req|med)_[0-9a-z]{20,}/g;
const RANDOM = '01k9x3m5t7v9b2c4d6f8g0h1jk';
const TOKEN = '4r2k9x3m5t73b2c4d6f8';

/**
 * How many tokens a model reads (o200k). Random parts are replaced by others of their kind, so that an answer counts
 * the same on each run.
 */
export function tokensOf(text: string): number {
  const counted = text
    .replace(ID, (_id, kind) => `${kind}_${RANDOM}`)
    .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:4747')
    .replace(/(--- (?:untrusted|end) )[0-9a-f]{8}/g, '$14f9c02e7')
    .replace(/\bauto-[0-9a-f-]{36}/g, 'auto-3c024f21-6b7d-42d8-8caf-547f7fd6ae7d')
    .replace(/\bconfirm-[\w-]{12}/g, 'confirm-Zk3vQ9xT1bLw')
    .replace(
      /(confirmToken:? "?)([0-9a-z]{8,15})\b/g,
      (_all, before, { length }) => before + TOKEN.slice(0, length),
    );
  return encode(counted).length;
}

/** A text for a snapshot: ids are numbered in the order in which they appear. */
export function numbered(text: string): string {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  return text
    .replace(ID, (id, kind) => {
      const known = names.get(id);
      if (known !== undefined) return known;
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      names.set(id, `${kind}_${count}`);
      return `${kind}_${count}`;
    })
    .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:4747');
}
