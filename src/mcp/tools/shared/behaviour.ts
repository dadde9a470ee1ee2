import type { ToolDefinition } from '../../definition/tool-definition.js';

type Act = Pick<ToolDefinition, 'readOnly' | 'hints'>;

/** It only looks: `--read-only` keeps it. */
export const READS = {
  readOnly: true,
  hints: { destructiveHint: false, idempotentHint: true, openWorldHint: false },
} as const satisfies Act;

/** It fetches and keeps something, which changes nothing that was there. */
export const FETCHES = {
  readOnly: false,
  hints: { destructiveHint: false, idempotentHint: true, openWorldHint: true },
} as const satisfies Act;

/** It changes or removes what is there, and calling it again changes nothing more. */
export const CHANGES = {
  readOnly: false,
  hints: { destructiveHint: true, idempotentHint: true, openWorldHint: false },
} as const satisfies Act;

/** It may send something to a network, each time that it is called. */
export const SENDS = {
  readOnly: false,
  hints: { destructiveHint: true, idempotentHint: false, openWorldHint: true },
} as const satisfies Act;

/** It takes something in, maybe from the web; calling it again changes nothing more. */
export const PREPARES = {
  readOnly: false,
  hints: { destructiveHint: false, idempotentHint: true, openWorldHint: true },
} as const satisfies Act;
