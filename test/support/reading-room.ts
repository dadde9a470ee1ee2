import { readFetchPolicy } from '../../src/backend/fetching/fetch-policy.js';
import { PageSite } from './page-site.js';
import { BackendUnderTest } from './running-backend.js';

/** A website on this machine, and a backend that may fetch from it. */
export class ReadingRoom {
  readonly site: PageSite;
  readonly service: BackendUnderTest;

  private constructor(site: PageSite, service: BackendUnderTest) {
    this.site = site;
    this.service = service;
  }

  static async open(): Promise<ReadingRoom> {
    const site = await PageSite.open();
    const fetching = readFetchPolicy([site.origin], null);
    return new ReadingRoom(site, await BackendUnderTest.start({ fetching }));
  }

  async close(): Promise<void> {
    await this.service.close();
    this.site.close();
  }
}
