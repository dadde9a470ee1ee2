import { randomIds } from '../../src/backend/base/ids.js';
import { createApiKey } from '../../src/backend/domain/access/api-keys.js';
import { readFetchPolicy } from '../../src/backend/fetching/fetch-policy.js';
import type { Source } from '../../src/contract/sources/sources.js';
import { PageSite } from './http/page-site.js';
import { BackendUnderTest } from './running-backend.js';

export const INGEST_PATH = '/v1/sources/ingest';

/** A website on this machine, and a backend that may fetch from it. */
export class IngestHarness {
  readonly site: PageSite;
  readonly service: BackendUnderTest;

  private constructor(site: PageSite, service: BackendUnderTest) {
    this.site = site;
    this.service = service;
  }

  static async open(): Promise<IngestHarness> {
    const site = await PageSite.open();
    const fetching = readFetchPolicy([site.origin], null);
    return new IngestHarness(site, await BackendUnderTest.start({ fetching, readsLinkedPages: true }));
  }

  /** The source created from a URL or a text. */
  async ingest(body: unknown): Promise<Source> {
    const answer = await this.service.post<Source>(INGEST_PATH, body);
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body;
  }

  /** A key of another workspace, which is not a sandbox. */
  async otherWorkspaceKey(): Promise<string> {
    const { backend, clock, workspace: own } = this.service;
    const { store } = backend.services;
    const id = randomIds.next('workspace', clock.now());
    const workspace = { ...own, id, sandbox: 0 as const };
    await store.db.insertInto('workspaces').values(workspace).execute();
    const input = { label: 'other', scopes: 'full' } as const;
    return (await createApiKey(store, workspace, input, { clock, ids: randomIds })).text;
  }

  async close(): Promise<void> {
    await this.service.close();
    this.site.close();
  }
}
