/** The closed lists of values, apart from the schemas: the tool server lists its tools without building any schema. */

export const COMMENT_STATES = ['visible', 'hidden', 'deleted'] as const;
export type CommentState = (typeof COMMENT_STATES)[number];

export const WINDOW_STATES = ['open', 'closing', 'closed'] as const;
export type WindowState = (typeof WINDOW_STATES)[number];

export const CONVERSATION_ORDERS = ['recent', 'soonest_closing'] as const;

export const SEND_OUTCOMES = ['check', 'sent', 'send_again'] as const;
export type SendOutcome = (typeof SEND_OUTCOMES)[number];
