import { seededIds } from '../../src/backend/base/ids.js';
import { createLog } from '../../src/backend/base/log.js';
import { seededRandom } from '../../src/backend/base/random.js';
import { createApiKey, type NewApiKey, revokeApiKey } from '../../src/backend/domain/access/api-keys.js';
import { openSession } from '../../src/backend/domain/access/sessions.js';
import { createWorkspace } from '../../src/backend/domain/access/workspaces.js';
import { connectDemoAccounts } from '../../src/backend/domain/sandbox/demo/connect-demo-accounts.js';
import { OPEN_TO_THIS_MACHINE } from '../../src/backend/fetching/fetch-policy.js';
import type { WorkspaceRow } from '../../src/backend/store/schema.js';
import { SCOPE_NAMES } from '../../src/contract/scopes.js';
import { PageSite } from '../support/http/page-site.js';
import { fixture } from '../support/media/media-file.js';
import { addPerson } from '../support/people.js';
import { BackendUnderTest } from '../support/running-backend.js';

/** The API keys of requests. `narrow` has one scope, and `real` belongs to a workspace that is not a sandbox. */
export type KeyKind =
  | 'sandbox'
  | 'foreign'
  | 'real'
  | 'narrow'
  | 'expired'
  | 'revoked'
  | 'malformed'
  | 'none';

export type Keys = Readonly<Record<KeyKind, string>>;

/** The scope of a `narrow` key. */
export const NARROW_SCOPE = 'accounts:read';

/** A whole backend with reproducible ids, and a web site that it may fetch from. */
export class Service {
  readonly test: BackendUnderTest;
  readonly site: PageSite;
  /** What the backend logged as an error since the last look. */
  readonly #logged: string[];
  #workspaces = 0;

  private constructor(test: BackendUnderTest, site: PageSite, logged: string[]) {
    this.test = test;
    this.site = site;
    this.#logged = logged;
  }

  static async start(seed: number): Promise<Service> {
    const site = await PageSite.open();
    for (const [path, status] of [
      ['/hook', 204],
      ['/hook-gone', 410],
      ['/hook-fails', 500],
    ] as const) {
      site.on(path, (request, response) => {
        request.resume();
        response.writeHead(status).end();
      });
    }
    for (const [name, type] of [
      ['photo.jpg', 'image/jpeg'],
      ['photo.png', 'image/png'],
      ['film.mp4', 'video/mp4'],
    ] as const) {
      site.on(`/${name}`, (_request, response) =>
        response.writeHead(200, { 'content-type': type }).end(fixture(name)),
      );
    }
    const logged: string[] = [];
    const destination = { write: (line: string) => void logged.push(line) };
    const log = createLog({ level: 'error', destination });
    const test = await BackendUnderTest.start({
      ids: seededIds(seed),
      random: seededRandom(seed),
      fetching: OPEN_TO_THIS_MACHINE,
      requestsPerMinute: 1_000_000_000,
      // Every answer is checked here, as a client receives it.
      validateResponses: false,
      demo: false,
      log,
    });
    return new Service(test, site, logged);
  }

  /** A new sandbox with a demo account on each network, and keys for it and for others. */
  async workspace(): Promise<Keys> {
    const sandbox = await this.#create(true);
    const foreign = await this.#create(true);
    // The first owner is a member of every workspace, so that a key of this one could act on them.
    await this.#store.db.deleteFrom('memberships').where('workspace_id', '=', foreign.id).execute();
    const real = await this.#create(false);
    const now = this.test.clock.now();
    const revoked = await this.#key(sandbox, { label: 'revoked', scopes: 'sandbox' });
    await revokeApiKey(this.#store, sandbox.id, revoked.id, now);
    const expired = await this.#key(sandbox, { label: 'expired', scopes: 'sandbox', expiresAt: now + 1 });
    this.test.clock.advance(1000);
    for (const number of [1, 2, 3, 4, 5]) {
      const { acting } = await this.#person(sandbox, number);
      const who = { personId: acting.id, workspaceId: sandbox.id };
      // Not by the sign-in page, which slows down who signs in so often.
      for (const browser of ['Firefox on Linux', 'Safari on macOS']) {
        await openSession(this.#store, who, this.test, { browser, address: '127.0.0.1', replaces: null });
      }
    }
    return {
      sandbox: (await this.#key(sandbox, { label: 'all', scopes: SCOPE_NAMES })).text,
      foreign: (await this.#key(foreign, { label: 'foreign', scopes: SCOPE_NAMES })).text,
      real: (await this.#key(real, { label: 'real', scopes: 'full' })).text,
      narrow: (await this.#key(sandbox, { label: 'narrow', scopes: [NARROW_SCOPE] })).text,
      expired: expired.text,
      revoked: revoked.text,
      malformed: 'postrider_api_not_a_key',
      none: '',
    };
  }

  /** What the backend logged as errors since the last call. */
  takeErrors(): string {
    return this.#logged.splice(0).join('');
  }

  async close(): Promise<void> {
    await this.test.close();
    this.site.close();
  }

  get #store() {
    return this.test.backend.services.store;
  }

  async #create(sandbox: boolean): Promise<WorkspaceRow> {
    this.#workspaces += 1;
    const { services } = this.test.backend;
    const name = `Workspace ${this.#workspaces}`;
    const workspace = await createWorkspace(
      services.store,
      { name, sandbox, timezone: 'Europe/Berlin' },
      services,
    );
    await connectDemoAccounts(services.store, workspace, services);
    return workspace;
  }

  #person(workspace: WorkspaceRow, number: number) {
    const { backend, clock } = this.test;
    const name = `person${number}@${workspace.id}`;
    return addPerson({ backend, clock, workspace }, { name, role: 'editor' });
  }

  #key(workspace: WorkspaceRow, wanted: NewApiKey) {
    return createApiKey(this.#store, workspace, wanted, this.test.backend.services);
  }
}
