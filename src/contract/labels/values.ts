/** The closed lists of values, apart from the schemas: the tool server lists its tools without building any schema. */

export const LABEL_COLORS = ['gray', 'red', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink'] as const;
export type LabelColor = (typeof LABEL_COLORS)[number];

/** Characters of a label's name. */
export const MAX_LABEL_LENGTH = 40;

/** Labels of one post. */
export const MAX_POST_LABELS = 20;
