import type { CreatePost } from '../../../../contract/posts/content.js';

/** One thing that is wrong with a post as somebody wrote it down. */
export interface FieldFault {
  /** The field as it is named there; null: the whole of it. */
  readonly field: readonly (string | number)[] | null;
  readonly message: string;
}

/** A post as it stands in a file: media are still names, times still words. */
export interface ParsedPost {
  readonly post: CreatePost;
  /** The key that it brings along. */
  readonly idempotencyKey: string | undefined;
  /** Where a field of the API was written, by the names that were used there. */
  nameOf(path: readonly (string | number)[]): readonly (string | number)[];
}

export type PostReading =
  | { readonly ok: true; readonly written: ParsedPost }
  | { readonly ok: false; readonly faults: readonly FieldFault[] };

/** A post cannot be made of what was written: all faults at once. */
export class InvalidPost extends Error {
  override readonly name = 'InvalidPost';
  readonly faults: readonly FieldFault[];

  constructor(faults: readonly FieldFault[]) {
    super(faults.map(faultLine).join(' '));
    this.faults = faults;
  }
}

/** Faults of the API's fields, by the names that were used in the file. */
export function inFileNames({ faults }: InvalidPost, { nameOf }: Pick<ParsedPost, 'nameOf'>): InvalidPost {
  return new InvalidPost(faults.map(({ field, message }) => ({ field: field && nameOf(field), message })));
}

/** `overrides.x.txt: it is not known. Did you mean text?` */
export function faultLine({ field, message }: FieldFault): string {
  return field === null || field.length === 0 ? message : `${field.join('.')}: ${message}`;
}
