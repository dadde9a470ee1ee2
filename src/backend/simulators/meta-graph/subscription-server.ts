import { json } from '../../networks/answers.js';
import { type Handler, textOf } from '../shared/network-server.js';

const ok: Handler = async () => json(200, { success: true });

/** Subscriptions of accounts to what is new. The app’s owner subscribes the app itself in the console. */
export function subscriptionRoutes(version: string): Readonly<Record<string, Handler>> {
  return {
    [`POST ${version}/:id/subscribed_apps`]: async (call) =>
      textOf(call.fields, 'subscribed_fields') === ''
        ? json(400, {
            error: {
              message: '(#100) The parameter subscribed_fields is required.',
              type: 'OAuthException',
              code: 100,
              fbtrace_id: 'AxSimulated0trace',
            },
          })
        : ok(call),
    [`DELETE ${version}/:id/subscribed_apps`]: ok,
  };
}
