import type { BackendOptions } from '../../../backend/app/backend-options.js';
import { settingOf } from '../../../client/settings.js';
import { text, whole } from '../../command.js';
import { usageFailure } from '../../failure.js';

const VARIABLE = 'POSTRIDER_METRICS_PORT';
const MAX_PORT = 65_535;

/** The options of `serve` for monitoring. */
export const METRICS_OPTIONS = {
  metricsPort: whole(
    '--metrics-port <number>',
    'Serve figures for Prometheus at /metrics, on this port of this machine; no key is needed there',
    { min: 0, max: MAX_PORT },
  ),
  metricsHost: text('--metrics-host <address>', 'Address for the figures (default 127.0.0.1)'),
} as const;

interface Typed {
  readonly metricsPort: number | undefined;
  readonly metricsHost: string | undefined;
}

/** Where to serve the figures, from options and environment. @throws CliFailure */
export function metricsOptions(
  { metricsPort, metricsHost }: Typed,
  env: Readonly<Record<string, string | undefined>>,
): Pick<BackendOptions, 'metrics'> {
  const port = metricsPort ?? portIn(settingOf(env[VARIABLE]));
  if (port !== undefined) {
    return { metrics: { port, ...(metricsHost !== undefined && { host: metricsHost }) } };
  }
  if (metricsHost === undefined) return {};
  throw usageFailure('--metrics-host needs a port.', 'Add --metrics-port 9464, for example.');
}

function portIn(written: string | undefined): number | undefined {
  if (written === undefined) return undefined;
  const port = /^\d{1,5}$/.test(written) ? Number(written) : Number.NaN;
  if (port <= MAX_PORT) return port;
  throw usageFailure(`${VARIABLE}: "${written}" is not a port.`, `Give a number from 0 to ${MAX_PORT}.`);
}
