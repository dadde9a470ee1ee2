import { backendStart } from './backend-start.js';
import { composerPage } from './composer-page.js';
import { createPosts } from './create-posts.js';
import { download } from './download.js';
import type { Figure } from './figures.js';
import { inbox } from './inbox.js';
import { ingest } from './ingest.js';
import { insights, insightsOnPostgres } from './insights.js';
import { installSize } from './install-size.js';
import { lateness, latenessOnPostgres } from './lateness.js';
import { listPosts } from './list-posts.js';
import { preflightOfAll } from './preflight.js';
import { readPages } from './read-pages.js';
import { slots } from './slots.js';
import { stalls } from './stalls.js';
import { startUp, startUpWithCompileCache } from './start-up.js';
import { testBackend } from './test-backend.js';
import { toolCalls } from './tool-calls.js';
import { tracingOff } from './tracing-off.js';
import { upload } from './upload.js';

/** The benchmarks, by the name to pass on the command line. */
export const SUBJECTS: Readonly<Record<string, () => Promise<Figure[]> | Figure[]>> = {
  'start-up': startUp,
  'compile-cache': startUpWithCompileCache,
  'backend-start': backendStart,
  'tool-calls': toolCalls,
  posts: createPosts,
  'list-posts': listPosts,
  'tracing-off': tracingOff,
  lateness,
  'lateness-postgres': latenessOnPostgres,
  preflight: preflightOfAll,
  stalls,
  slots,
  upload,
  download,
  'read-pages': readPages,
  ingest,
  inbox,
  insights,
  'insights-postgres': insightsOnPostgres,
  'composer-page': composerPage,
  testing: testBackend,
  install: installSize,
};
