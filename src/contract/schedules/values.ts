/** The closed lists of values, apart from the schemas: the tool server lists its tools without building any schema. */

export const SLOT_STATES = ['open', 'taken'] as const;
export type SlotState = (typeof SLOT_STATES)[number];

/** How many days of slots are listed by default. */
export const DEFAULT_SLOT_DAYS = 14;

export const EXISTING_POSTS = ['keep', 'move', 'cancel'] as const;
export type ExistingPosts = (typeof EXISTING_POSTS)[number];
