import type { Hono } from 'hono';
import { CALLBACK_PATH } from '../../../networks/access/redirects.js';
import type { OperationEngine } from '../../http/perform-operation.js';
import type { HttpEnv } from '../../http/request-context.js';
import { routed } from '../../http/responses/page-answer.js';
import { isSignedIn } from '../error-responses.js';
import { redirect } from '../responses.js';

/** The names of this machine by which people open the dashboard. A browser keeps a session for each. */
const OTHER_NAME: Readonly<Record<string, string>> = { '127.0.0.1': 'localhost', localhost: '127.0.0.1' };

/** Marks an arrival that has been sent on, so that it is sent on once. */
const SENT_ON = 'by';

/**
 * Networks send browsers back to one name of this machine (Bluesky only to 127.0.0.1). A person who is signed in under the
 * other name goes on there.
 */
export function addReturnByOtherName(app: Hono<HttpEnv>, engine: OperationEngine): void {
  app.use(CALLBACK_PATH, async (c, next) => {
    const url = new URL(c.req.url);
    const other = OTHER_NAME[url.hostname];
    if (other === undefined || url.searchParams.has(SENT_ON) || (await isSignedIn(c, engine))) return next();
    url.searchParams.set(SENT_ON, url.hostname);
    url.hostname = other;
    return redirect(routed(c, CALLBACK_PATH), url.href);
  });
}
