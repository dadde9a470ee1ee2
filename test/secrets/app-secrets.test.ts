import { createHmac } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../src/backend/base/log.js';
import { noticeKey, verifyTokenOf } from '../../src/backend/domain/apps/notice-apps.js';
import { SEALED_COLUMNS } from '../../src/backend/store/sealing/sealed-columns.js';
import { environmentApps } from '../../src/cli/commands/server/app-variables.js';
import { VARIABLES } from '../../src/cli/settings/environment.js';
import { withSecretFiles } from '../../src/cli/settings/secret-files.js';
import type { App, AppList } from '../../src/contract/accounts/apps.js';
import type { Connection } from '../../src/contract/accounts/connections.js';
import { APP_VARIABLES, appVariable } from '../../src/networks/access/variables.js';
import { APP_PLATFORMS } from '../../src/networks/access.js';
import { inPipe } from '../cli/support/terminal.js';
import { BackupScene } from '../support/backup-scene.js';
import { ManualClock } from '../support/manual-clock.js';
import { Collector } from '../support/otlp/collector.js';
import { BackendUnderTest } from '../support/running-backend.js';
import { Visitor } from '../support/visitor.js';
import { RefusingNetwork } from './refusing-network.js';

const idOf = (platform: string) => `id-of-${platform}`;
/** A value that occurs nowhere else. */
const canary = (name: string) => `canary-${name.toLowerCase().replaceAll('_', '-')}-Zq7`;

const IDS = Object.fromEntries(
  APP_PLATFORMS.map((platform) => [appVariable(platform, 'CLIENT_ID'), idOf(platform)]),
);
const SECRETS = Object.fromEntries(
  APP_VARIABLES.filter(({ secret }) => secret).map(({ name }) => [name, canary(name)]),
);
const secretOf = (platform: (typeof APP_PLATFORMS)[number], part: 'CLIENT_SECRET' | 'API_KEY_SECRET') =>
  SECRETS[appVariable(platform, part)] ?? '';

/** A secret as itself, and as the password of a request. */
const formsOf = (secret: string): string[] => [
  secret,
  ...APP_PLATFORMS.map((platform) => Buffer.from(`${idOf(platform)}:${secret}`).toString('base64')),
];

/** The secrets in these texts. */
const foundIn = (texts: readonly (string | Buffer)[], secrets: readonly string[]): string[] =>
  secrets.filter((one) => texts.some((text) => formsOf(one).some((form) => text.includes(form))));

type Way = 'environment' | 'files' | 'dashboard';

/** A backend that has every secret of an app, and what has left it. */
class Scene {
  readonly logs: string[] = [];
  /** Answers of the API, and pages. */
  readonly answers: string[] = [];
  readonly clock = new ManualClock();
  readonly backups = new BackupScene(this.clock);
  readonly folder = this.backups.folder('data');
  network!: RefusingNetwork;
  collector!: Collector;
  test!: BackendUnderTest;

  async start(way: Way): Promise<void> {
    this.network = await RefusingNetwork.start();
    this.collector = await Collector.start();
    this.test = await BackendUnderTest.startOn(this.clock, this.folder, {
      ...{ live: true, demo: false, apps: environmentApps(this.#env(way)) },
      networkTesting: { allowLoopback: true, reroute: this.network.reroute },
      tracing: { url: `${this.collector.url}/v1/traces`, serviceName: 'postrider', resource: {} },
      log: createLog({ level: 'debug', destination: { write: (line) => void this.logs.push(line) } }),
    });
    if (way === 'dashboard') await this.#enterAll();
  }

  #env(way: Way): Readonly<Record<string, string | undefined>> {
    if (way === 'dashboard') return {};
    if (way === 'environment') return { ...IDS, ...SECRETS };
    const folder = this.backups.folder('secrets');
    mkdirSync(folder, { recursive: true });
    const files = Object.entries(SECRETS).map(([name, secret]) => {
      const path = join(folder, name);
      writeFileSync(path, `${secret}\n`);
      return [`${name}_FILE`, path] as const;
    });
    return withSecretFiles({ ...IDS, ...Object.fromEntries(files) });
  }

  async #enterAll(): Promise<void> {
    const person = await Visitor.signedIn(this.test);
    for (const platform of APP_PLATFORMS) {
      const apiKeySecret = secretOf(platform, 'API_KEY_SECRET');
      const { html } = await person.send(`/channels/apps/${platform}`, {
        ...{ clientId: idOf(platform), clientSecret: secretOf(platform, 'CLIENT_SECRET') },
        ...(apiKeySecret !== '' && { apiKeySecret }),
      });
      this.answers.push(html);
    }
  }

  async #read(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await this.test.request(method, path, { ...(body !== undefined && { body }) });
    this.answers.push(JSON.stringify(answer.body), JSON.stringify([...answer.headers]));
    return answer.body;
  }

  /** Signs in at each network, which refuses the app. */
  async connect(): Promise<void> {
    for (const platform of APP_PLATFORMS) {
      const begun = (await this.#read('POST', '/v1/connections', {
        platform,
        method: 'paste',
      })) as Connection;
      if (begun.authorizeUrl === null || begun.authorizeUrl === undefined)
        throw new Error(JSON.stringify(begun));
      const asked = new URL(begun.authorizeUrl);
      const back = new URL(asked.searchParams.get('redirect_uri') ?? '');
      back.searchParams.set('code', 'a-code');
      back.searchParams.set('state', asked.searchParams.get('state') ?? '');
      await this.#read('POST', `/v1/connections/${begun.id}/finish`, { callbackUrl: back.href });
    }
  }

  /** Checks each address of notices, and sends there what is signed, is not, is too long, or is nothing. */
  async notices(): Promise<number[]> {
    const statuses: number[] = [];
    const { data } = (await this.test.get<AppList>('/v1/apps')).body;
    for (const app of data) {
      if (app.notices === null) continue;
      for (const [query, init] of this.#tries(app)) {
        this.clock.advance(61_000);
        const answer = await fetch(`${app.notices.url}${query}`, init);
        this.answers.push(await answer.text());
        statuses.push(answer.status);
      }
    }
    return statuses;
  }

  #tries({ platform, notices }: App): readonly (readonly [string, RequestInit])[] {
    const secret = secretOf(platform, 'API_KEY_SECRET') || secretOf(platform, 'CLIENT_SECRET');
    const hmac = (body: string, key: string) => createHmac('sha256', key).update(body);
    const send = (body: string, key = secret) => ({
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'x-hub-signature-256': `sha256=${hmac(body, key).digest('hex')}`,
        'x-twitter-webhooks-signature': `sha256=${hmac(body, key).digest('base64')}`,
      },
    });
    const token = notices?.verifyToken ?? '';
    const verify = (value: string) =>
      `?${new URLSearchParams({ 'hub.mode': 'subscribe', 'hub.challenge': '1', 'hub.verify_token': value })}`;
    return [
      ['?crc_token=a-token', {}],
      [verify(token), {}],
      [verify('guessed'), {}],
      ['', send('{"object":"page","entry":[]}')],
      ['', send('{"object":', secret)],
      ['', send('{}', 'another')],
      ['', send('')],
    ];
  }

  /** Reads what a workspace can read, and what is wrong with a request. */
  async look(): Promise<void> {
    for (const path of [
      '/v1/apps',
      '/v1/events',
      '/v1/activity',
      '/v1/accounts',
      '/v1/workspace',
      '/v1/me',
    ]) {
      await this.#read('GET', path);
    }
    for (const platform of APP_PLATFORMS) {
      await this.#read('GET', `/v1/apps/${platform}`);
      const clientSecret = secretOf(platform, 'CLIENT_SECRET');
      await this.#read('PUT', `/v1/apps/${platform}`, { clientSecret, review: 'odd' });
      await this.#read('PUT', `/v1/apps/${platform}`, {
        clientId: idOf(platform),
        clientSecret,
        review: 'odd',
      });
    }
    const person = await Visitor.signedIn(this.test);
    const pages = ['/channels', '/activity', '/', '/settings/sign-in', '/settings/keys'];
    for (const path of [...pages, ...APP_PLATFORMS.map((one) => `/channels/connect/${one}`)]) {
      this.answers.push((await person.open(path)).html);
    }
    for (const platform of APP_PLATFORMS) {
      const clientSecret = secretOf(platform, 'CLIENT_SECRET');
      const refused = await person.send(`/channels/apps/${platform}`, { clientSecret, review: 'odd' });
      this.answers.push(refused.html);
    }
  }

  /** Every byte that is stored. */
  async stored(): Promise<Buffer[]> {
    const { file } = await this.backups.backup(this.folder, 'backup.tar.gz');
    const files = readdirSync(this.folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(this.folder, name))
      .filter((path) => statSync(path).isFile());
    return [gunzipSync(readFileSync(file)), ...files.map((path) => readFileSync(path))];
  }

  /** The columns of apps that have a value. */
  async filledColumns(): Promise<ReadonlySet<string>> {
    const { db } = this.test.backend.services.store;
    const rows = await db.selectFrom('platform_apps').selectAll().execute();
    return new Set(
      rows.flatMap((row) => Object.entries(row).flatMap(([column, value]) => (value === null ? [] : column))),
    );
  }

  /** What a network checks an address with. Owners see it, because they enter it at the network. */
  async verifyTokens(): Promise<string[]> {
    const key = await noticeKey(this.test.backend.services.store);
    return [key, ...APP_PLATFORMS.map((platform) => verifyTokenOf(key, platform, idOf(platform)))];
  }

  async close(): Promise<void> {
    await this.test.close();
    await this.network.close();
    await this.collector.close();
    this.backups.remove();
  }
}

describe.each<Way>(['environment', 'files', 'dashboard'])('app secrets from the %s', (way) => {
  const scene = new Scene();
  const secrets = Object.values(SECRETS);
  let tokens: readonly string[];
  let stored: readonly Buffer[];
  let filled: ReadonlySet<string>;
  beforeAll(async () => {
    await scene.start(way);
    await scene.connect();
    expect(await scene.notices()).toEqual(expect.arrayContaining([200, 400, 403]));
    await scene.look();
    tokens = await scene.verifyTokens();
    filled = await scene.filledColumns();
    stored = await scene.stored();
    await scene.test.backend.close();
  }, 120_000);
  afterAll(() => scene.close());

  it('are used: each network has received its own', () => {
    const own = APP_PLATFORMS.map((platform) => secretOf(platform, 'CLIENT_SECRET'));
    const received = scene.network.received.map((text) => decodeURIComponent(text));
    expect(foundIn(received, own)).toEqual(own);
  });

  it('are in no line of the log and no span', () => {
    const spans = scene.collector.requests.map(({ text }) => text);
    expect([scene.logs.length > 20, spans.length > 0]).toEqual([true, true]);
    expect(foundIn([...scene.logs, ...spans], [...secrets, ...tokens])).toEqual([]);
  });

  it('are in no answer and on no page, nor is what makes the verify tokens', () => {
    expect(scene.answers.length).toBeGreaterThan(50);
    expect(foundIn(scene.answers, [...secrets, ...tokens.slice(0, 1)])).toEqual([]);
  });

  it('are in no byte of the data folder and of a backup', () => {
    expect(foundIn(stored, [...secrets, ...tokens])).toEqual([]);
  });

  it.runIf(way === 'dashboard')('fill every column of apps that is sealed', () => {
    // A further sealed column needs a secret above.
    const columns = SEALED_COLUMNS.filter(({ table }) => table === 'platform_apps').map(
      ({ column }) => column,
    );
    expect(columns.length).toBeGreaterThan(1);
    expect(columns.filter((column) => !filled.has(column))).toEqual([]);
  });
});

it('the doctor prints no secret that a variable or its file can hold', async () => {
  const secrets = VARIABLES.filter(({ secret }) => secret).map(({ name }) => [name, canary(name)] as const);
  expect(secrets.length).toBeGreaterThan(Object.keys(SECRETS).length);
  const env = { ...IDS, ...Object.fromEntries(secrets), POSTRIDER_BASE_URL: 'http://127.0.0.1:1' };
  for (const more of [[], ['--json']]) {
    const { stdout, stderr } = await inPipe(['doctor', ...more], env);
    expect(stdout.length).toBeGreaterThan(100);
    expect(
      foundIn(
        [stdout, stderr],
        secrets.map(([, secret]) => secret),
      ),
    ).toEqual([]);
  }
});
