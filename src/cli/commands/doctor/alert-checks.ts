import type { PostriderClient } from '../../../client/client.js';
import type { AlertAddress } from '../../../contract/alerts/alerts.js';
import type { Me } from '../../../contract/service/me.js';
import { typed } from '../../typed-name.js';
import { type Finding, findingsOf } from './finding.js';

const backend = findingsOf('backend');

/** A finding for each address for alerts. None if the key may not read them. */
export async function alertFindings(
  { key }: Pick<Me, 'key'>,
  client: PostriderClient,
  signal: AbortSignal,
): Promise<Finding[]> {
  if (!key.scopes.includes('alerts:read')) return [];
  try {
    return (await client.alerts.list({ signal })).data.map(alertFinding);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return [
      backend.problem(
        'alerts',
        `The addresses for alerts could not be read: ${error.message}`,
        'Try again later.',
      ),
    ];
  }
}

function alertFinding({ id, kind, address, error, failingSince }: AlertAddress): Finding {
  const facts = { alertId: id, kind, address, error, failingSince };
  if (error === null) return backend.ok(`alert:${id}`, `Alerts are sent to ${kind} ${address}`, facts);
  return backend.problem(
    `alert:${id}`,
    `Alerts to ${kind} ${address} do not arrive: ${error}`,
    `Correct the cause and test it: ${typed(`alerts test ${id}`)}`,
    facts,
  );
}
