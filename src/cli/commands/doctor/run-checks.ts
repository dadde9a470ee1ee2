import type { Context } from '../../context.js';
import { dataFolderSetting } from '../../settings/settings.js';
import { backendFindings } from './backend-checks.js';
import type { Finding } from './finding.js';
import { hostFindings } from './host-checks.js';
import { KeyChecks } from './key-checks.js';
import {
  dataFinding,
  folderFindings,
  partFindings,
  programFindings,
  zoneDataFinding,
} from './machine-checks.js';
import { proxyFindings } from './proxy-check.js';
import { secretKeyFinding } from './secret-key-check.js';
import { settingsChecked } from './settings-checks.js';

/**
 * Runs every check; problems are findings, not errors.
 *
 * @param data the folder of `--data`
 */
export async function runChecks(
  data: string | undefined,
  { globals, env, signal }: Context,
): Promise<readonly Finding[]> {
  const folder = dataFolderSetting(data, env);
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
    dataFinding(address, folder),
    ...(await folderFindings(folder.value, env)),
    await secretKeyFinding(folder.value, env),
    ...findings,
    ...(address === null ? [] : proxyFindings(address, env)),
    ...backend,
    ...hosts,
  ];
}
