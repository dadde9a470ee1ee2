import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestBackend } from '../../../../src/testing/start.js';
import { PageSite } from '../../../support/http/page-site.js';
import type { JobPlace } from './job-workspace.js';

/** A backend for all jobs, a web site with an article, and the person's folder of media. */
export async function openPlace(): Promise<JobPlace & { close(): Promise<void> }> {
  const mediaRoot = mkdtempSync(join(tmpdir(), 'postrider-jobs-'));
  const site = await PageSite.open();
  const backend = await startTestBackend({ accounts: [] });
  return {
    backend,
    site: site.origin,
    mediaRoot,
    close: async () => {
      await backend.stop();
      site.close();
      rmSync(mediaRoot, { recursive: true });
    },
  };
}
