import { randomBytes } from 'node:crypto';
import type { BackendOptions } from '../backend/app/backend-options.js';
import { startBackend } from '../backend/app/start.js';
import { createLog, type LogOptions } from '../backend/base/log.js';
import { createApiKey } from '../backend/domain/access/api-keys.js';
import { createSignInLink } from '../backend/domain/access/sign-in-links.js';
import { ensureFirstWorkspace } from '../backend/domain/access/workspaces.js';
import { lookNow } from '../backend/domain/inbox/intake/look-now.js';
import { NO_FETCHES } from '../backend/fetching/fetch-policy.js';
import { NETWORKS } from '../backend/networks/registry.js';
import { networkSite, pagesPath } from '../backend/simulators/over-http/network-site.js';
import { SIGN_INS } from '../backend/simulators/over-http/sign-in/all.js';
import { AppSignIn } from '../backend/simulators/over-http/sign-in/app-sign-in.js';
import type { Platform } from '../contract/platforms.js';
import { acceptedRedirects } from '../networks/access/redirects.js';
import { redirectRuleOf } from '../networks/access.js';

export interface RehearsalOptions {
  /** The networks to simulate; each demands an app. */
  readonly platforms: readonly Platform[];
  /** 0 picks a free port. */
  readonly port: number;
  readonly logLevel: NonNullable<LogOptions['level']>;
  readonly entriesFor: NonNullable<BackendOptions['entriesFor']>;
}

/** A simulated network, and the app to enter for it. */
interface RehearsedNetwork {
  readonly platform: Platform;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where it shows what has arrived. */
  readonly url: string;
}

export interface Rehearsal {
  readonly url: string;
  readonly workspaceId: string;
  readonly apiKey: string;
  /** A link that signs in once, within 15 minutes. */
  readonly dashboard: string;
  /** Signs in to the dashboard at any time. */
  readonly password: string;
  readonly networks: readonly RehearsedNetwork[];
  stop(): Promise<void>;
}

/** A simulated network has stored a post before it answers. */
const LATE_LOOKS = [2000];

const MAX_REQUESTS_PER_MINUTE = 1_000_000_000;

/**
 * Starts a backend for real accounts in memory, and networks for it on this machine. Nothing leaves this machine, and
 * nothing is kept.
 *
 * @throws BackendNotStarted if the port is in use
 */
export async function startRehearsal(options: RehearsalOptions): Promise<Rehearsal> {
  const signIns: AppSignIn[] = [];
  const closeNetworks = async () => {
    await Promise.all(signIns.map((signIn) => signIn.close()));
  };
  try {
    // Looks are as rare as at the real network, so that its requests of a day last; a comment brings one at once.
    let look: (platform: Platform) => Promise<void> = async () => undefined;
    for (const platform of options.platforms) {
      signIns.push(await startNetwork(platform, (commented) => look(commented)));
    }
    const password = randomBytes(12).toString('base64url');
    const backend = await startBackend(backendOptions(options, signIns, password));
    for (const { access, app } of signIns) {
      const rules = new Set(access.reviews.map(({ id }) => redirectRuleOf(access, id)));
      const addresses = [...rules].flatMap((rule) => acceptedRedirects(rule, backend.url));
      app.redirects.push(...addresses.map(({ url }) => url));
    }
    const { services, url } = backend;
    look = (platform) => lookNow(services, platform);
    const { store } = services;
    const workspace = await ensureFirstWorkspace(store, services);
    const { text: apiKey } = await createApiKey(
      store,
      workspace,
      { label: 'Rehearsal', scopes: 'full' },
      services,
    );
    const token = await createSignInLink(store, workspace.id, services);
    return {
      ...{ url, apiKey, password, workspaceId: workspace.id },
      dashboard: `${url}/sign-in?token=${token}`,
      networks: signIns.map(({ network, app: { clientId, clientSecret } }) => ({
        ...{ platform: network.scene.platform, clientId, clientSecret: clientSecret ?? '' },
        url: `${network.origin}/`,
      })),
      stop: async () => {
        await backend.close();
        await closeNetworks();
      },
    };
  } catch (error) {
    await closeNetworks();
    throw error;
  }
}

/** @param heard is called after somebody has commented there */
async function startNetwork(
  platform: Platform,
  heard: (platform: Platform) => Promise<void>,
): Promise<AppSignIn> {
  const data = SIGN_INS[platform];
  if (data === undefined) throw new Error(`${platform} demands no app.`);
  const { web } = NETWORKS[platform].hosts;
  const signIn: AppSignIn = await AppSignIn.start(data, {
    anyReview: true,
    origins: web === 'account' ? [] : [web],
    pages: (request) => networkSite(signIn, request, heard),
  });
  const { network } = signIn;
  network.keepsRequests = false;
  network.scene.webUrl = `${network.origin}${pagesPath(platform)}`;
  signIn.app = {
    clientId: `rehearsal-${platform}-client`,
    clientSecret: `rehearsal-${platform}-secret`,
    redirects: [],
  };
  return signIn;
}

function backendOptions(
  { platforms, port, logLevel, entriesFor }: RehearsalOptions,
  signIns: readonly AppSignIn[],
  adminPassword: string,
): BackendOptions {
  const reroute = Object.fromEntries(signIns.flatMap((signIn) => Object.entries(signIn.reroute)));
  const scenes = signIns.map(({ network }) => network.scene);
  const webUrls = Object.fromEntries(scenes.map(({ platform, webUrl }) => [platform, webUrl]));
  return {
    ...{ dataFolder: ':memory:', live: true, demo: false, rehearsal: platforms, readsLinkedPages: false },
    ...{ port, adminPassword, entriesFor, background: false, fetching: NO_FETCHES },
    firstWorkspace: { name: 'Rehearsal' },
    requestsPerMinute: MAX_REQUESTS_PER_MINUTE,
    networkTesting: {
      ...{ allowLoopback: 'only', reroute, webUrls },
      ...{ settleDelay: 0, lateLooks: LATE_LOOKS },
    },
    log: createLog({ level: logLevel }),
  };
}
