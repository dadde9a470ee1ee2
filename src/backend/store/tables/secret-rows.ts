import type { Sealed } from '../sealing/sealed.js';

declare const plain: unique symbol;

/** A value of `secrets` that is not a secret. */
export type PlainFact = string & { readonly [plain]: true };

/** Declares that a text is no secret, so that it can be stored in clear. */
export function plainFact(text: string): PlainFact {
  return text as PlainFact;
}

export interface SecretTables {
  secrets: SecretRow;
}

/** Signing secrets, created at the first start, and facts about the database. */
interface SecretRow {
  name: string;
  value: Sealed | PlainFact;
}
