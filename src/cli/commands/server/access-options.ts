import type { BackendOptions } from '../../../backend/app/backend-options.js';
import { settingOf } from '../../../client/settings.js';
import { choice, list } from '../../command.js';
import { usageFailure } from '../../failure.js';

const AUDIENCES = ['everyone', 'signed-in'] as const;
type Audience = (typeof AUDIENCES)[number];

/** The options of `serve` for what strangers can do. */
export const ACCESS_OPTIONS = {
  trustedProxies: list(
    '--trusted-proxies <addresses>',
    'Addresses or ranges of the proxies in front, such as 127.0.0.1: attempts at the password are then counted by the client address in X-Forwarded-For',
  ),
  networkPages: choice(
    '--network-pages <who>',
    'Who can open the pages of the simulated networks: everyone, or people who are signed in (default: everyone on this machine only, else signed-in)',
    AUDIENCES,
  ),
} as const;

interface Typed {
  readonly trustedProxies: readonly string[];
  readonly networkPages: Audience | undefined;
}

/** Reads what strangers can do from options and environment. @throws CliFailure */
export function accessOptions(
  { trustedProxies, networkPages }: Typed,
  env: Readonly<Record<string, string | undefined>>,
): Pick<BackendOptions, 'trustedProxies' | 'networkPages'> {
  const named = (settingOf(env['POSTRIDER_TRUSTED_PROXIES']) ?? '').split(',').map((part) => part.trim());
  return {
    trustedProxies: trustedProxies.length > 0 ? trustedProxies : named.filter(Boolean),
    networkPages: networkPages ?? audienceIn(settingOf(env['POSTRIDER_NETWORK_PAGES'])),
  };
}

function audienceIn(value: string | undefined): Audience | undefined {
  const known = AUDIENCES.find((audience) => audience === value);
  if (known !== undefined || value === undefined) return known;
  throw usageFailure(`POSTRIDER_NETWORK_PAGES: "${value}" is neither ${AUDIENCES.join(' nor ')}.`);
}
