import type { Hono } from 'hono';
import type { Log } from '../base/log.js';
import { OidcProvider, type OidcSettings } from '../domain/access/oidc/provider.js';
import type { AlertChannels } from '../domain/alerts/alert-channels.js';
import type { FetchPolicy } from '../fetching/fetch-policy.js';
import { pathRefused } from '../http/paths.js';
import type { OperationEngine } from '../http/perform-operation.js';
import type { TakeToken } from '../http/rate-limit.js';
import type { HttpEnv } from '../http/request-context.js';
import type { ClientAddresses } from '../http/requests/client-address.js';
import { routed } from '../http/responses/page-answer.js';
import { addActivity } from './activity/routes.js';
import { addAlerts } from './alerts/routes.js';
import { assetResponse } from './assets.js';
import { addAssistants } from './assistants/assistant-routes.js';
import { addAuthorize } from './assistants/authorize-routes.js';
import { addCalendar } from './calendar/routes.js';
import { addConnecting } from './channels/connect-routes.js';
import { addReturnByOtherName } from './channels/return-by-other-name.js';
import { addChannels } from './channels/routes.js';
import { addCompose } from './compose/routes.js';
import { Confirmation } from './confirm/confirmation.js';
import { addPasskeys } from './factors/passkey-routes.js';
import { addFactors } from './factors/routes.js';
import { addHome } from './home/routes.js';
import { addInbox } from './inbox/routes.js';
import { addInsights } from './insights/routes.js';
import type { ClientEntry } from './keys/created-page.js';
import { addKeys } from './keys/routes.js';
import { addLabels } from './labels/routes.js';
import { addLive, type LiveDependencies } from './live/streams.js';
import { addMedia } from './media/routes.js';
import { addOidcSettings } from './oidc/settings-routes.js';
import { addPeople } from './people/routes.js';
import { addPosts } from './posts/routes.js';
import { addReference } from './reference/routes.js';
import { PageRoutes } from './routes.js';
import { addSchedules } from './schedules/routes.js';
import { addSessions } from './sessions/routes.js';
import { Attempts } from './sign-in/attempts.js';
import { addJoining } from './sign-in/join-routes.js';
import { addSignIn } from './sign-in/routes.js';
import { addSavedTexts } from './texts/routes.js';
import { addWebhooks } from './webhooks/routes.js';
import { addWorkspace } from './workspace/routes.js';

export interface DashboardOptions {
  /** Settings that make an assistant use a key. */
  readonly entriesFor: (apiKey: string) => readonly ClientEntry[];
  readonly live: LiveDependencies;
  readonly alerts: AlertChannels;
  /** Counts attempts at the admin password of one address or browser, for all processes together. */
  readonly take: TakeToken;
  /** Where people can sign in as well; null: nowhere. */
  readonly oidc: OidcSettings | null;
  readonly log: Log;
  readonly clients: ClientAddresses;
  /** Everyone may open the pages of the simulated networks. */
  readonly hasOpenNetworkPages: boolean;
  /** How to read the documents of assistants. */
  readonly fetching: FetchPolicy;
}

/** Adds the dashboard: sign-in, and every page behind it. */
export function addDashboard(
  app: Hono<HttpEnv>,
  engine: OperationEngine,
  { entriesFor, live, alerts, ...signIn }: DashboardOptions,
): void {
  const { services } = engine;
  app.get('/assets/:name', async (c) => {
    routed(c, '/assets/{name}');
    const answer = await assetResponse(c.req.param('name'), c.req.raw.headers.get('accept-encoding'));
    if (answer) return answer;
    throw pathRefused(c.req.path);
  });

  addReference(app, services);
  const attempts = new Attempts(services, signIn);
  const routes = new PageRoutes(app, engine, new Confirmation(services, attempts));
  const provider = signIn.oidc === null ? null : new OidcProvider(signIn.oidc);
  addSignIn(app, services, attempts, { ...signIn, provider });
  addSessions(routes, services, attempts, provider);
  if (provider !== null) addOidcSettings(routes, services, provider);
  addFactors(routes, services);
  addPasskeys(routes, services);
  addJoining(app, services, attempts, provider && { provider, log: signIn.log });
  addPeople(routes);
  addLive(routes, services, live);
  addHome(routes, services, alerts);
  addCompose(routes, services);
  addMedia(routes, services);
  addPosts(routes, services, signIn.log);
  addInsights(routes, services);
  addCalendar(routes);
  addSchedules(routes, services);
  addInbox(routes);
  addChannels(routes);
  addReturnByOtherName(app, engine);
  addConnecting(routes, services);
  addActivity(routes, services);
  addKeys(routes, services, entriesFor);
  addAssistants(routes, services);
  addAuthorize(routes, { ...services, policy: signIn.fetching }, services.publicUrl);
  addWebhooks(routes);
  addAlerts(routes, services, alerts);
  addLabels(routes);
  addSavedTexts(routes);
  addWorkspace(routes, services);
}
