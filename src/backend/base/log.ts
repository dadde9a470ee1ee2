import { type DestinationStream, type Level, type Logger, pino, stdSerializers } from 'pino';
import { traceFields } from './tracing/tracer.js';

/** Structured log lines: an object of fields, then a message. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

type LogLevel = Level | 'silent';

export interface LogOptions {
  /** Default: `info`. */
  readonly level?: LogLevel;
  /** Default: standard error. */
  readonly destination?: DestinationStream;
  /** One readable line instead of JSON. Default: if standard error is a terminal. */
  readonly pretty?: boolean;
}

/** Fields that may hold a secret, at the top level and two levels below. */
const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'apiKey',
  'accessToken',
  'refreshToken',
  'clientSecret',
  'apiKeySecret',
  'dpopKey',
  'dpop',
  'secret',
  'credentials',
  'password',
];

/** A complete API key, or a token of an assistant. Its start, by which people recognise it, may be logged. */
const WHOLE_KEY = /(postrider_(?:api|access|refresh|code|client)_[0-9A-Za-z_-]{4})[0-9A-Za-z_-]{6,}/g;

/** Creates a log that redacts API keys and credentials anywhere in a line. */
export function createLog(options: LogOptions = {}): Log {
  const destination = options.destination ?? { write: (line: string) => process.stderr.write(line) };
  const pretty = options.pretty ?? (options.destination === undefined && process.stderr.isTTY === true);
  return pino(
    {
      level: options.level ?? 'info',
      base: null,
      mixin: traceFields,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: stdSerializers.err },
      redact: {
        paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
        censor: '[redacted]',
      },
    },
    {
      write: (line) => {
        const safe = line.includes('postrider_') ? line.replace(WHOLE_KEY, '$1[redacted]') : line;
        destination.write(pretty ? prettyLine(safe) : safe);
      },
    },
  );
}

/** Discards everything. */
export const silentLog: Log = createLog({ level: 'silent' });

/** `09:04:05.123 info  request method=POST route=/v1/posts status=201`. */
/**
 * An error after its message. An error with a code, such as ECONNREFUSED, comes from the system or a database: it is one
 * line, because its stack says nothing and an outage repeats it. Other errors keep their stack.
 */
function errorWords(err: unknown): string {
  if (typeof err !== 'object' || err === null) return '';
  if ('code' in err) {
    const message = 'message' in err ? String(err.message).replace(/\s+/g, ' ').trim() : '';
    return `: ${message === '' ? String(err.code) : message}`;
  }
  return 'stack' in err ? `\n${String(err.stack)}` : '';
}

function prettyLine(line: string): string {
  const fields: Record<string, unknown> = JSON.parse(line);
  const { level, time, msg, err, ...rest } = fields;
  const words = Object.entries(rest)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  return `${[String(time).slice(11, 23), String(level).padEnd(5), String(msg ?? ''), ...words].join(' ')}${errorWords(err)}\n`;
}
