/** Characters of a name, and of a comment, that somebody can enter at a simulated network. */
export const MAX_NAME_LENGTH = 60;
export const MAX_COMMENT_LENGTH = 1000;
