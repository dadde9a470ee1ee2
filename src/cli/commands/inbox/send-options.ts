import { flag, type Options, text } from '../../command.js';
import { TEXT_OPTIONS } from '../posts/content.js';
import { WAIT_OPTION } from './sent.js';

/** What every command takes that sends something to people. */
export const SEND_OPTIONS = {
  ...TEXT_OPTIONS,
  allowDuplicate: flag('--allow-duplicate', 'Although it was answered, or the same was sent, already'),
  idempotencyKey: text('--idempotency-key <key>', 'Name of this act: the same key never sends twice'),
  wait: WAIT_OPTION,
  yes: flag('-y, --yes', 'Do not ask for confirmation'),
} as const satisfies Options;
