import type { CreatePost } from '../../../../contract/posts/content.js';

/** One problem with a post in a file. */
export interface FieldFault {
  /** The field as the file names it; null for the whole post. */
  readonly field: readonly (string | number)[] | null;
  readonly message: string;
}

/** A post as written in a file: media are file names, times are text. */
export interface ParsedPost {
  readonly post: CreatePost;
  /** The idempotency key in the file. */
  readonly idempotencyKey: string | undefined;
  /** The path of an API field in the file's own names. */
  nameOf(path: readonly (string | number)[]): readonly (string | number)[];
}

export type PostReading =
  | { readonly ok: true; readonly written: ParsedPost }
  | { readonly ok: false; readonly faults: readonly FieldFault[] };

/** The file does not describe a valid post; holds every problem. */
export class InvalidPost extends Error {
  override readonly name = 'InvalidPost';
  readonly faults: readonly FieldFault[];

  constructor(faults: readonly FieldFault[]) {
    super(faults.map(faultLine).join(' '));
    this.faults = faults;
  }
}

/** Translates API field names to the names in the file. */
export function inFileNames({ faults }: InvalidPost, { nameOf }: Pick<ParsedPost, 'nameOf'>): InvalidPost {
  return new InvalidPost(faults.map(({ field, message }) => ({ field: field && nameOf(field), message })));
}

/** `overrides.x.txt: unknown field. Did you mean text?` */
export function faultLine({ field, message }: FieldFault): string {
  return field === null || field.length === 0 ? message : `${field.join('.')}: ${message}`;
}
