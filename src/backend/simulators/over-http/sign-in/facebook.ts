import { createHmac } from 'node:crypto';
import { json } from '../../../networks/answers.js';
import type { WireResponse } from '../../../networks/wire.js';
import type { ServedRequest } from '../served-network.js';
import type { SignInData, SignInService } from './sign-in-data.js';

const HOUR = 3600;
const GRAPH = '/v25.0';
/** The id of the person who signs in. */
const PERSON = '500000000000005';

const fault = (status: number, error: object): WireResponse =>
  json(status, { error: { type: 'OAuthException', fbtrace_id: 'AxSimulated0trace', ...error } });

/** Another Page that the person manages. It has no username. */
const SECOND_PAGE = {
  networkUserId: '330000000000003',
  handle: 'Fernhill Roastery',
  displayName: 'Fernhill Roastery',
};

/** The Pages that a person manages, and one on which they may only read. */
async function pages({ account, give }: SignInService): Promise<WireResponse> {
  return json(200, {
    data: [
      {
        id: account.networkUserId,
        name: account.displayName,
        username: account.handle,
        link: `https://www.facebook.com/${account.handle}`,
        access_token: await give(null),
        tasks: ['ADVERTISE', 'ANALYZE', 'CREATE_CONTENT', 'MESSAGING', 'MODERATE', 'MANAGE'],
        picture: { data: { url: 'https://scontent.example/picture.jpg' } },
      },
      {
        id: '220000000000002',
        name: 'Harbour Market',
        access_token: await give(null),
        tasks: ['ANALYZE'],
      },
      {
        id: SECOND_PAGE.networkUserId,
        name: SECOND_PAGE.displayName,
        access_token: await give(null, SECOND_PAGE),
        tasks: ['CREATE_CONTENT', 'ANALYZE'],
      },
    ],
    paging: { cursors: { before: 'QVFIUjE', after: 'QVFIUjM' } },
  });
}

/** The app demands that every call proves its secret. */
function isProven({ headers, url }: ServedRequest, { app }: SignInService): boolean {
  const token = /^Bearer (.+)$/.exec(headers['authorization'] ?? '')?.[1] ?? '';
  if (token === `${app.clientId}|${app.clientSecret}`) return true;
  const proof = createHmac('sha256', app.clientSecret ?? '')
    .update(token)
    .digest('hex');
  return url.searchParams.get('appsecret_proof') === proof;
}

/**
 * Facebook: Pages API: Get started, and Manually build a login flow (2026, v25.0); the faults: Graph API: Handling errors.
 */
export const facebook: SignInData = {
  platform: 'facebook',
  letsLeaveOut: true,
  review: 'live',
  lifetimes: { access: HOUR, refresh: null },
  tokenFields: { scope: undefined },
  exchanges: { grantType: 'fb_exchange_token', seconds: 60 * 24 * HOUR },
  refusals: {
    code: fault(400, {
      message: 'This authorization code has been used.',
      code: 100,
      error_subcode: 36_009,
    }),
    app: fault(400, { message: 'Error validating client secret.', code: 1 }),
  },
  async first(request, service) {
    const { pathname, searchParams } = request.url;
    if (!pathname.startsWith(GRAPH) || pathname.includes('/video-upload/')) return null;
    if (!isProven(request, service)) {
      const message = 'API calls from the server require an appsecret_proof argument';
      return fault(400, { type: 'GraphMethodException', message, code: 100 });
    }
    if (pathname === `${GRAPH}/me/accounts`) return pages(service);
    if (pathname === `${GRAPH}/me` && searchParams.get('fields') === 'id') return json(200, { id: PERSON });
    if (request.method === 'DELETE' && pathname === `${GRAPH}/${PERSON}/permissions`) {
      await service.endAccess();
      return json(200, { success: true });
    }
    if (pathname !== `${GRAPH}/me/permissions`) return null;
    const data = service.scopes.map(({ name }) => {
      const status = service.withheld.includes(name) ? 'declined' : 'granted';
      return { permission: name, status };
    });
    return json(200, { data });
  },
};

/** With an app that is in development: only to such does Facebook send the browser back on this machine. */
export const facebookInDevelopment: SignInData = { ...facebook, review: 'development' };
