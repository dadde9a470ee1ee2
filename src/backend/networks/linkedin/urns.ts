import { listAt, textAt } from '../requests/json-answer.js';

export const MEMBER = 'urn:li:person:';
export const ORGANIZATION = 'urn:li:organization:';

/**
 * The roles that may publish as an organization
 * (https://learn.microsoft.com/en-us/linkedin/marketing/community-management/organizations/organization-access-control, 2026).
 */
const PUBLISHING_ROLES: readonly (string | null)[] = ['ADMINISTRATOR', 'CONTENT_ADMINISTRATOR'];

/** The organizations as which a member may publish, in an answer of `organizationAcls`. */
export function publishesAs(answer: unknown): readonly string[] {
  return listAt(answer, 'elements').flatMap((element) => {
    const urn = textAt(element, 'organization') ?? textAt(element, 'organizationTarget') ?? '';
    const isApproved = textAt(element, 'state') === 'APPROVED';
    const publishes = PUBLISHING_ROLES.includes(textAt(element, 'role'));
    return isApproved && publishes && /^urn:li:organization:\d+$/.test(urn) ? [urn] : [];
  });
}
