import { linkedin as access, COMMUNITY_MANAGEMENT } from '../../../networks/access/linkedin.js';
import { codeFlowConnector, endAfter, type GrantedAccess } from '../connecting/code-flow.js';
import type { ChoosableAccount, SignedIn } from '../connecting/connector.js';
import { unnamedAccount } from '../connecting/token-refusals.js';
import type { Credentials } from '../connection.js';
import { textAt, valueAt } from '../requests/json-answer.js';
import { VERSION_HEADERS } from './headers.js';
import { MEMBER, ORGANIZATION, publishesAs } from './urns.js';

const API = 'https://api.linkedin.com';
/** LinkedIn returns at most 100 roles at a time. */
const MAX_ROLES = '100';

export const linkedinConnector = codeFlowConnector({
  platform: 'linkedin',
  app: access.app,
  origin: API,
  async identify(granted): Promise<SignedIn> {
    const given: GrantedAccess = { ...granted, credentials: withYearOfRefreshing(granted) };
    if (given.review !== COMMUNITY_MANAGEMENT) return memberOf(given);
    const member = await basicProfile(given);
    return { choices: [...(await organizationsOf(given)), member] };
  },
});

/** Refresh tokens last a year from the sign-in, however often they are used. Only approved partners get them. */
function withYearOfRefreshing({ answer, credentials, context }: GrantedAccess): Credentials {
  const sessionEndsAt = endAfter(answer, 'refresh_token_expires_in', context.now);
  if (credentials['refreshToken'] === undefined || sessionEndsAt === null) return credentials;
  return { ...credentials, sessionEndsAt };
}

/** The member, as OpenID Connect has it. Members have no handle there, and no address of their profile. */
async function memberOf({ get, credentials }: GrantedAccess): Promise<ChoosableAccount> {
  const me = await get('/v2/userinfo');
  const id = textAt(me, 'sub');
  if (id === null) throw unnamedAccount('linkedin');
  const name = textAt(me, 'name') || id;
  return {
    origin: API,
    networkUserId: `${MEMBER}${id}`,
    handle: name,
    displayName: name,
    avatarUrl: textAt(me, 'picture'),
    profileUrl: 'https://www.linkedin.com/in/me/',
    credentials,
    kind: 'Member',
  };
}

/** The member, for apps that have no OpenID Connect. */
async function basicProfile({ get, credentials }: GrantedAccess): Promise<ChoosableAccount> {
  const me = await get('/v2/me', {}, VERSION_HEADERS);
  const id = textAt(me, 'id');
  if (id === null) throw unnamedAccount('linkedin');
  const names = [textAt(me, 'localizedFirstName'), textAt(me, 'localizedLastName')];
  const vanityName = textAt(me, 'vanityName');
  const name = names.filter(Boolean).join(' ') || (vanityName ?? id);
  return {
    origin: API,
    networkUserId: `${MEMBER}${id}`,
    handle: vanityName ?? name,
    displayName: name,
    avatarUrl: null,
    profileUrl: `https://www.linkedin.com/in/${encodeURIComponent(vanityName ?? 'me')}/`,
    credentials,
    kind: 'Member',
  };
}

/** The organizations whose Pages the member may publish to. */
async function organizationsOf({ get, credentials }: GrantedAccess): Promise<readonly ChoosableAccount[]> {
  const query = { q: 'roleAssignee', state: 'APPROVED', count: MAX_ROLES };
  const ids = [...new Set(publishesAs(await get('/rest/organizationAcls', query, VERSION_HEADERS)))].map(
    (urn) => urn.slice(ORGANIZATION.length),
  );
  if (ids.length === 0) return [];
  // Parentheses and commas are part of LinkedIn’s syntax.
  const found = await get(`/rest/organizationsLookup?ids=List(${ids.join(',')})`, {}, VERSION_HEADERS);
  return ids.map((id): ChoosableAccount => {
    const organization = valueAt(found, 'results', id);
    const vanityName = textAt(organization, 'vanityName') || id;
    return {
      origin: API,
      networkUserId: `${ORGANIZATION}${id}`,
      handle: vanityName,
      displayName: textAt(organization, 'localizedName') || vanityName,
      avatarUrl: null,
      profileUrl: `https://www.linkedin.com/company/${encodeURIComponent(vanityName)}/`,
      credentials,
      kind: 'Page',
    };
  });
}
