import type { Context } from '../../context.js';
import { backendFindings } from './backend-checks.js';
import type { Finding } from './finding.js';
import { hostFindings } from './host-checks.js';
import { KeyChecks } from './key-checks.js';
import { dataFinding, partFindings, programFindings, zoneDataFinding } from './machine-checks.js';
import { proxyFindings } from './proxy-check.js';
import { settingsChecked } from './settings-checks.js';

/** Runs every check; problems are findings, not errors. */
export async function runChecks({ globals, env, signal }: Context): Promise<readonly Finding[]> {
  const { settings, findings } = await settingsChecked(globals, env);
  const keyChecks = new KeyChecks(signal);
  // Native modules load slowly; load them first so that they do not count towards request timeouts.
  const machine = [...programFindings(), await zoneDataFinding(), ...(await partFindings())];
  const [backend, hosts] = await Promise.all([
    settings === null ? [] : backendFindings(settings, signal),
    hostFindings({ env, settings, keyChecks }),
  ]);
  const address = settings?.baseUrl.value ?? null;
  return [
    ...machine,
    dataFinding(address, env),
    ...findings,
    ...(address === null ? [] : proxyFindings(address, env)),
    ...backend,
    ...hosts,
  ];
}
