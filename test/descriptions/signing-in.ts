import { wireRequest } from '../../src/backend/simulators/over-http/served-network.js';
import { facebookInDevelopment } from '../../src/backend/simulators/over-http/sign-in/facebook.js';
import { instagram } from '../../src/backend/simulators/over-http/sign-in/instagram.js';
import { linkedinMember, linkedinPage } from '../../src/backend/simulators/over-http/sign-in/linkedin.js';
import { pinterest } from '../../src/backend/simulators/over-http/sign-in/pinterest.js';
import type { SignInData } from '../../src/backend/simulators/over-http/sign-in/sign-in-data.js';
import { threads } from '../../src/backend/simulators/over-http/sign-in/threads.js';
import { tiktok } from '../../src/backend/simulators/over-http/sign-in/tiktok.js';
import { x } from '../../src/backend/simulators/over-http/sign-in/x.js';
import { youtube } from '../../src/backend/simulators/over-http/sign-in/youtube.js';
import type { Platform } from '../../src/contract/platforms.js';
import { AppConnecting } from '../support/networks/sign-in/app-connecting.js';
import { type Exchange, exchangeOf } from './exchange.js';

const DAY = 24 * 60 * 60 * 1000;

/** Who signs in at each network with an app of their own. */
const SIGN_INS: Readonly<Partial<Record<Platform, readonly SignInData[]>>> = {
  linkedin: [linkedinMember, linkedinPage],
  x: [x],
  instagram: [instagram],
  tiktok: [tiktok],
  youtube: [youtube],
  threads: [threads],
  pinterest: [pinterest],
  facebook: [facebookInDevelopment],
};

/** How access that renews itself before it ends comes near its end, in days. */
const NEAR_ITS_END = 55;

/** Connects an account over HTTP, checks it, renews its access where that is possible, and disconnects it. */
async function signIn(data: SignInData): Promise<readonly Exchange[]> {
  const network = await AppConnecting.start(data);
  try {
    network.signIn.app.redirects.push('https://localhost/connect/callback');
    const isPasted = data.platform === 'instagram' || data.platform === 'threads';
    const { networkUserId } = network.signIn.network.scene.account;
    const account = await network.connect([networkUserId], isPasted ? { method: 'paste' } : {});
    await network.check(account);
    if (data.longLived) network.test.clock.advance(NEAR_ITS_END * DAY);
    else if (data.lifetimes.refresh !== null) await network.signIn.expireAccess();
    await network.check(account);
    await network.test.request('DELETE', `/v1/accounts/${account.id}`, {});
    const { access, network: server } = network.signIn;
    return await Promise.all(
      server.answered.map(async ({ request, answer }) => {
        // A sandbox has the same paths.
        const isSandbox = request.standsFor !== null && request.standsFor === access.sandbox?.origin;
        const sent = isSandbox ? { ...request, standsFor: null } : request;
        return exchangeOf(await wireRequest(sent), answer);
      }),
    );
  } finally {
    await network.close();
  }
}

/** What distinguishes a request from others: not its values. */
function shapeOf({ method, path, query, body }: Exchange): string {
  const names = body.kind === 'form' ? Object.keys(body.fields) : [];
  return [method, path, ...Object.keys(query), ...names].join(' ');
}

/**
 * All that is sent to connect, to keep and to end access, each once. Refusals are left out: whether a request still meets
 * the old access depends on which of two is faster. Networks without an app of one's own: nothing.
 */
export async function signingIn(platform: Platform): Promise<readonly Exchange[]> {
  const byShape = new Map<string, Exchange>();
  for (const data of SIGN_INS[platform] ?? []) {
    const answered = (await signIn(data)).filter(({ answer }) => answer.status < 400);
    for (const exchange of answered) byShape.set(shapeOf(exchange), exchange);
  }
  return [...byShape.values()];
}
