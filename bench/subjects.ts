import { createPosts } from './create-posts.js';
import type { Figure } from './figures.js';
import { inbox } from './inbox.js';
import { ingest } from './ingest.js';
import { installSize } from './install-size.js';
import { lateness } from './lateness.js';
import { slots } from './slots.js';
import { startUp } from './start-up.js';
import { testBackend } from './test-backend.js';
import { upload } from './upload.js';

/** What is measured, by the name under which it can be asked for. */
export const SUBJECTS: Readonly<Record<string, () => Promise<Figure[]> | Figure[]>> = {
  'start-up': startUp,
  posts: createPosts,
  lateness,
  slots,
  upload,
  ingest,
  inbox,
  testing: testBackend,
  install: installSize,
};
