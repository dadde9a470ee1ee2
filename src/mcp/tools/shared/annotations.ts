import type { ToolDefinition } from '../../definition/tool-definition.js';

type Annotations = Pick<ToolDefinition, 'readOnly' | 'hints'>;

/** Only reads: still available with `--read-only`. */
export const READ_ONLY = {
  readOnly: true,
  hints: { destructiveHint: false, openWorldHint: false },
} as const satisfies Annotations;

/** Adds something new, possibly from the web. */
export const ADDS = {
  readOnly: false,
  hints: { destructiveHint: false, openWorldHint: true },
} as const satisfies Annotations;

/** Changes or removes something. */
export const CHANGES = {
  readOnly: false,
  hints: { destructiveHint: true, openWorldHint: false },
} as const satisfies Annotations;

/** May send something to a network each time it is called. */
export const SENDS = {
  readOnly: false,
  hints: { destructiveHint: true, openWorldHint: true },
} as const satisfies Annotations;
