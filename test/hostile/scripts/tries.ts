import { pairs, type Try } from '../support/tries.js';
import { ASKED_CHANNELS, STORED_CHANNELS } from './channels.js';
import { XSS_SHAPES } from './shapes.js';

/** Every text of strangers and agents in every shape. */
export const SCRIPT_TRIES: readonly Try[] = pairs(XSS_SHAPES, [...STORED_CHANNELS, ...ASKED_CHANNELS]).map(
  ([shape, channel]) => ({ name: `${shape.name}: ${channel}` }),
);
