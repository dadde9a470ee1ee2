import type { Context } from '../../context.js';
import { backendFindings } from './backend-checks.js';
import type { Finding } from './finding.js';
import { hostFindings } from './host-checks.js';
import { KeyTrials } from './key-trials.js';
import { dataFinding, partFindings, programFindings, zoneDataFinding } from './machine-checks.js';
import { proxyFindings } from './proxy-check.js';
import { settingsChecked } from './settings-checks.js';

/** Looks at everything, and throws for nothing of it. */
export async function examine({ globals, env, signal }: Context): Promise<readonly Finding[]> {
  const { settings, findings } = await settingsChecked(globals, env);
  const trials = new KeyTrials(signal);
  // What is compiled takes a while to load, and must not count as time in which nobody answered.
  const machine = [...programFindings(), await zoneDataFinding(), ...(await partFindings())];
  const [backend, hosts] = await Promise.all([
    settings === null ? [] : backendFindings(settings, signal),
    hostFindings({ env, settings, trials }),
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
