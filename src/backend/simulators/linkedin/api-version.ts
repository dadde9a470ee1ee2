import { LINKEDIN_VERSION } from '../../../networks/access/linkedin.js';
import { LINKEDIN_ERRORS, linkedinErrors } from '../../networks/linkedin/errors.js';
import type { WireRequest, WireResponse } from '../../networks/wire.js';
import type { Handler } from '../shared/network-server.js';

/** In the same month of the year before, a version has ended. */
const YEAR = 100;

/** Why LinkedIn refuses the version that a request names; null: it does not. */
function objection({ headers }: WireRequest): WireResponse | null {
  const named = headers['linkedin-version'];
  if (named === undefined) return linkedinErrors.answer(LINKEDIN_ERRORS.versionMissing);
  const newest = Number(LINKEDIN_VERSION.name);
  const isActive = /^\d{6}$/.test(named) && Number(named) <= newest && Number(named) > newest - YEAR;
  if (isActive) return null;
  return linkedinErrors.answer(LINKEDIN_ERRORS.versionRetired, `Requested version ${named}01 is not active`);
}

/** Routes of the versioned API answer only requests that name a version that LinkedIn offers. */
export function versioned(routes: Readonly<Record<string, Handler>>): Readonly<Record<string, Handler>> {
  return Object.fromEntries(
    Object.entries(routes).map(([name, handler]) => [
      name,
      name.includes(' /rest/') ? async (call) => objection(call.request) ?? handler(call) : handler,
    ]),
  );
}
