/** The closed lists of values, apart from the schemas: the tool server lists its tools without building any schema. */

export const SAVED_TEXT_KINDS = ['post', 'reply'] as const;
export type SavedTextKind = (typeof SAVED_TEXT_KINDS)[number];
