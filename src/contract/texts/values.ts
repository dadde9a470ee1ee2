/** The closed lists of values, apart from the schemas: the tool server lists its tools without building any schema. */

export const SAVED_TEXT_KINDS = ['post', 'reply'] as const;
export type SavedTextKind = (typeof SAVED_TEXT_KINDS)[number];

/** Characters of a saved text's name. */
export const MAX_SAVED_TEXT_NAME = 80;

/** UTF-16 units of a saved text. */
export const MAX_SAVED_TEXT = 5_000;
