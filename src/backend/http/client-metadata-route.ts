import type { Hono } from 'hono';
import { CALLBACK_PATH } from '../../networks/access/redirects.js';
import { signingKeyOf } from '../domain/connections/signing-key.js';
import { CLIENT_METADATA_PATH, clientMetadata } from '../networks/bluesky/oauth/client.js';
import type { Services } from '../operations/services.js';
import { pathRefused } from './paths.js';
import type { HttpEnv } from './request-context.js';
import { routed } from './responses/page-answer.js';

/** Servers of Bluesky read it at each sign-in. */
const CACHE = 'public, max-age=300';

/**
 * Describes Postrider to servers of Bluesky, with the public half of its key. Only a backend at an https address has
 * such a description: elsewhere Postrider signs in as a program on the person's machine.
 */
export function addClientMetadata(
  app: Hono<HttpEnv>,
  { store, clock, publicUrl }: Pick<Services, 'store' | 'clock' | 'publicUrl'>,
): void {
  let description: Promise<object> | null = null;
  const describe = async () => {
    const key = await signingKeyOf(store, publicUrl, clock.now());
    return clientMetadata(publicUrl, `${publicUrl}${CALLBACK_PATH}`, key);
  };
  app.get(CLIENT_METADATA_PATH, async (c) => {
    const context = routed(c, CLIENT_METADATA_PATH);
    if (!publicUrl.startsWith('https:')) throw pathRefused(c.req.path);
    description ??= describe().catch((error: unknown) => {
      description = null;
      throw error;
    });
    return c.json(await description, 200, { ...context.headers, 'Cache-Control': CACHE });
  });
}
