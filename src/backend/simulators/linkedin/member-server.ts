import { json } from '../../networks/answers.js';
import { MEMBER, ORGANIZATION } from '../../networks/linkedin/urns.js';
import type { WireResponse } from '../../networks/wire.js';
import { type Handler, type OpenCall, type SimulatedCall, textOf } from '../shared/network-server.js';
import { accountOfToken } from '../shared/tokens.js';
import type { SimulatedAccount } from '../simulator.js';

/** All permissions, as `introspectToken` separates them. */
const SCOPES = 'openid,profile,w_member_social,w_organization_social,rw_organization_admin';

/** The id of the member who signs in: the account itself, or one who administers it. */
function memberId({ networkUserId }: SimulatedAccount): string {
  return networkUserId.startsWith(MEMBER)
    ? networkUserId.slice(MEMBER.length)
    : `admin${networkUserId.slice(ORGANIZATION.length)}`;
}

const isPage = ({ networkUserId }: SimulatedAccount): boolean => networkUserId.startsWith(ORGANIZATION);

/** A page is administered by a member of another name. */
const memberName = (account: SimulatedAccount): string =>
  isPage(account) ? `Administrator of ${account.displayName}` : account.displayName;

async function userinfo({ account }: SimulatedCall): Promise<WireResponse> {
  return json(200, { sub: memberId(account), name: memberName(account) });
}

async function me({ account }: SimulatedCall): Promise<WireResponse> {
  const [first = '', ...rest] = memberName(account).split(' ');
  return json(200, { id: memberId(account), localizedFirstName: first, localizedLastName: rest.join(' ') });
}

async function roles({ account }: SimulatedCall): Promise<WireResponse> {
  const elements = isPage(account)
    ? [
        {
          role: 'ADMINISTRATOR',
          state: 'APPROVED',
          organization: account.networkUserId,
          roleAssignee: `${MEMBER}${memberId(account)}`,
        },
      ]
    : [];
  return json(200, { paging: { start: 0, count: 100, links: [] }, elements });
}

/** How a list of ids is written in a query: `List(1,2)`. */
const LIST = /^List\(([\d,]*)\)$/;

/** Organizations that are not here are named as errors. */
async function organizations({ account, fields }: SimulatedCall): Promise<WireResponse> {
  const ids = (LIST.exec(textOf(fields, 'ids'))?.[1] ?? '').split(',');
  const own = isPage(account) ? account.networkUserId.slice(ORGANIZATION.length) : '';
  const found = ids.filter((id) => id === own);
  return json(200, {
    results: Object.fromEntries(
      found.map((id) => [
        id,
        { id: Number(id), vanityName: account.handle, localizedName: account.displayName },
      ]),
    ),
    statuses: Object.fromEntries(found.map((id) => [id, 200])),
    errors: Object.fromEntries(ids.filter((id) => id !== own).map((id) => [id, { status: 404 }])),
  });
}

/** How an access token is. */
export async function introspect({ context, fields }: OpenCall): Promise<WireResponse> {
  const known = await accountOfToken('linkedin', textOf(fields, 'token'), context);
  if (known === null) return json(200, { active: false });
  const { isExpired } = known;
  return json(200, {
    active: !isExpired,
    status: isExpired ? 'expired' : 'active',
    client_id: textOf(fields, 'client_id'),
    scope: SCOPES,
    auth_type: '3L',
  });
}

/** Who signs in, and which pages they administer. */
export const linkedinMemberRoutes: Readonly<Record<string, Handler>> = {
  'GET /v2/userinfo': userinfo,
  'GET /v2/me': me,
  'GET /rest/organizationAcls': roles,
  'GET /rest/organizationsLookup': organizations,
};
