import type { ToolDefinition } from '../../definition/tool-definition.js';

type Annotations = Pick<ToolDefinition, 'readOnly' | 'hints'>;

/** Only reads: still available with `--read-only`. */
export const READ_ONLY = {
  readOnly: true,
  hints: { destructiveHint: false, idempotentHint: true, openWorldHint: false },
} as const satisfies Annotations;

/** Adds something new, possibly from the web. Repeating the call adds nothing more. */
export const ADDS = {
  readOnly: false,
  hints: { destructiveHint: false, idempotentHint: true, openWorldHint: true },
} as const satisfies Annotations;

/** Changes or removes something. Repeating the call changes nothing more. */
export const CHANGES = {
  readOnly: false,
  hints: { destructiveHint: true, idempotentHint: true, openWorldHint: false },
} as const satisfies Annotations;

/** May send something to a network each time it is called. */
export const SENDS = {
  readOnly: false,
  hints: { destructiveHint: true, idempotentHint: false, openWorldHint: true },
} as const satisfies Annotations;
