import type { BackendOptions } from '../../../backend/app/backend-options.js';
import type { TraceSettings } from '../../../backend/app/monitoring/tracing/trace-settings.js';
import type { SamplerName } from '../../../backend/base/tracing/sampler.js';
import { settingOf } from '../../../client/settings.js';
import { usageFailure } from '../../failure.js';

type Env = Readonly<Record<string, string | undefined>>;

const TRACES_PATH = 'v1/traces';
/** A header that has a line break or another control character could add headers of its own. */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const HEADER_VALUE = /^[\t -~]*$/;

/** The samplers of the OpenTelemetry specification. Typed, so that the backend's list and this one agree. */
const SAMPLERS: Readonly<Record<SamplerName, true>> = {
  always_on: true,
  always_off: true,
  traceidratio: true,
  parentbased_always_on: true,
  parentbased_always_off: true,
  parentbased_traceidratio: true,
};

/**
 * Where to send traces, from the standard variables of OpenTelemetry. As its specification says, a name that is not
 * known is ignored with a warning.
 *
 * @throws CliFailure the address or the headers cannot be used
 */
export function traceOptions(env: Env): Pick<BackendOptions, 'tracing'> {
  const read = (name: string): string | undefined => settingOf(env[name]);
  const url = urlIn(read);
  if (url === undefined || isOff(read)) return {};
  const warnings: string[] = [];
  const sampler = samplerIn(read, warnings);
  const resource = pairsIn('OTEL_RESOURCE_ATTRIBUTES', read);
  const { 'service.name': namedService, ...others } = resource;
  const serviceName = read('OTEL_SERVICE_NAME') ?? namedService;
  const timeoutMs = timeoutIn(read, warnings);
  const protocol = read('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL') ?? read('OTEL_EXPORTER_OTLP_PROTOCOL');
  if (protocol !== undefined && protocol !== 'http/json')
    warnings.push(`Traces are sent as http/json: OTEL_EXPORTER_OTLP_PROTOCOL=${protocol} is ignored.`);
  const tracing: TraceSettings = {
    ...{ url, headers: headersIn(read), resource: others, warnings },
    ...sampler,
    ...(serviceName !== undefined && { serviceName }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  };
  return { tracing };
}

type Read = (name: string) => string | undefined;

function isOff(read: Read): boolean {
  return read('OTEL_SDK_DISABLED')?.toLowerCase() === 'true' || read('OTEL_TRACES_EXPORTER') === 'none';
}

/** The general address is that of a collector, to which the path of traces is added; the other is used as it is. */
function urlIn(read: Read): string | undefined {
  const exact = read('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT');
  if (exact !== undefined) return checkedUrl('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', exact).href;
  const general = read('OTEL_EXPORTER_OTLP_ENDPOINT');
  if (general === undefined) return undefined;
  const base = checkedUrl('OTEL_EXPORTER_OTLP_ENDPOINT', general);
  base.pathname = base.pathname.endsWith('/')
    ? `${base.pathname}${TRACES_PATH}`
    : `${base.pathname}/${TRACES_PATH}`;
  return base.href;
}

function checkedUrl(variable: string, written: string): URL {
  const url = URL.canParse(written) ? new URL(written) : null;
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return url;
  const fix = url?.username
    ? 'Give the credentials in OTEL_EXPORTER_OTLP_HEADERS.'
    : 'Write it like http://127.0.0.1:4318.';
  throw usageFailure(`${variable} is not the http:// or https:// address of a collector.`, fix);
}

/** `authorization=Bearer%20…,x-team=blue`: values are percent-encoded. Those for traces replace the general ones. */
function headersIn(read: Read): Readonly<Record<string, string>> {
  const variable =
    read('OTEL_EXPORTER_OTLP_TRACES_HEADERS') === undefined
      ? 'OTEL_EXPORTER_OTLP_HEADERS'
      : 'OTEL_EXPORTER_OTLP_TRACES_HEADERS';
  const headers = pairsIn(variable, read);
  for (const [name, value] of Object.entries(headers)) {
    if (!HEADER_NAME.test(name) || !HEADER_VALUE.test(value))
      throw usageFailure(`${variable} has a header that cannot be sent.`, FORM);
  }
  return headers;
}

const FORM = 'Write it like key1=value1,key2=value2, with special characters percent-encoded.';

function pairsIn(variable: string, read: Read): Record<string, string> {
  const written = read(variable) ?? '';
  const pairs = written
    .split(',')
    .filter((pair) => pair.trim() !== '')
    .map((pair) => {
      const at = pair.indexOf('=');
      const name = pair.slice(0, Math.max(0, at)).trim();
      const value = decoded(pair.slice(at + 1).trim());
      if (name === '' || value === null) throw usageFailure(`${variable} cannot be read.`, FORM);
      return [name, value] as const;
    });
  return Object.fromEntries(pairs);
}

function decoded(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

function samplerIn(read: Read, warnings: string[]): Pick<TraceSettings, 'sampler' | 'ratio'> {
  const name = read('OTEL_TRACES_SAMPLER');
  if (name === undefined) return {};
  if (!isSampler(name)) {
    warnings.push(
      `OTEL_TRACES_SAMPLER=${name} is not known and is ignored. Known: ${Object.keys(SAMPLERS).join(', ')}.`,
    );
    return {};
  }
  const argument = read('OTEL_TRACES_SAMPLER_ARG');
  if (argument === undefined || !name.endsWith('traceidratio')) return { sampler: name };
  const ratio = Number(argument);
  if (ratio >= 0 && ratio <= 1) return { sampler: name, ratio };
  warnings.push(
    'OTEL_TRACES_SAMPLER_ARG is not a number from 0 to 1 and is ignored: every trace is recorded.',
  );
  return { sampler: name };
}

const isSampler = (name: string): name is SamplerName => Object.hasOwn(SAMPLERS, name);

function timeoutIn(read: Read, warnings: string[]): number | undefined {
  const written = read('OTEL_EXPORTER_OTLP_TRACES_TIMEOUT') ?? read('OTEL_EXPORTER_OTLP_TIMEOUT');
  if (written === undefined) return undefined;
  const timeout = /^\d{1,6}$/.test(written) ? Number(written) : 0;
  if (timeout > 0) return timeout;
  warnings.push('OTEL_EXPORTER_OTLP_TIMEOUT is not a number of milliseconds and is ignored.');
  return undefined;
}
