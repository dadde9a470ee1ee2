import type { Job } from '../support/job.js';
import { INBOX } from './inbox.js';
import { MEDIA } from './media.js';
import { PLANNING } from './planning.js';
import { TIMES_AND_KEYS } from './times-and-keys.js';
import { TROUBLE } from './trouble.js';

export const JOBS: readonly Job[] = [...PLANNING, ...MEDIA, ...TIMES_AND_KEYS, ...TROUBLE, ...INBOX];
