import type { BackendOptions } from '../../../backend/app/backend-options.js';
import { isLoopbackAddress } from '../../../base/loopback.js';
import { settingOf } from '../../../client/settings.js';
import { usageFailure } from '../../failure.js';

const NEEDED = ['POSTRIDER_OIDC_ISSUER', 'POSTRIDER_OIDC_CLIENT_ID'] as const;

/** The OpenID Connect provider that people sign in at. @throws CliFailure it is named in part, or cannot be used */
export function oidcOptions(env: Readonly<Record<string, string | undefined>>): Pick<BackendOptions, 'oidc'> {
  const [issuer, clientId] = NEEDED.map((name) => settingOf(env[name]));
  const clientSecret = settingOf(env['POSTRIDER_OIDC_CLIENT_SECRET']) ?? null;
  const name = settingOf(env['POSTRIDER_OIDC_NAME']);
  if (issuer === undefined && clientId === undefined && clientSecret === null && name === undefined)
    return {};
  if (issuer === undefined || clientId === undefined) {
    const missing = issuer === undefined ? NEEDED[0] : NEEDED[1];
    throw usageFailure(
      `${missing} is not set.`,
      `Set ${NEEDED.join(' and ')}, or no variable of OpenID Connect.`,
    );
  }
  if (!URL.canParse(issuer)) {
    throw usageFailure(
      'POSTRIDER_OIDC_ISSUER is not the address of an OpenID Connect provider.',
      'Write it as your provider does, such as https://auth.example.org/realms/team.',
    );
  }
  const { protocol, hostname } = new URL(issuer);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopbackAddress(hostname))) {
    throw usageFailure(
      'POSTRIDER_OIDC_ISSUER must be an https address.',
      'Only a provider on this machine may use http.',
    );
  }
  return { oidc: { issuer, clientId, clientSecret, name: name ?? hostname } };
}
