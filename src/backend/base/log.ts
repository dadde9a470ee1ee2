import { type DestinationStream, type Level, type Logger, pino, stdSerializers } from 'pino';

/** Structured log lines: an object of fields, then a message. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

type LogLevel = Level | 'silent';

export interface LogOptions {
  /** `info` unless told. */
  readonly level?: LogLevel;
  /** Where lines go; standard error unless told. */
  readonly destination?: DestinationStream;
  /** One readable line instead of JSON; where standard error is a terminal, unless told. */
  readonly pretty?: boolean;
}

/** Fields that may hold a secret, wherever they turn up in the first two levels. */
const SECRET_FIELDS = ['authorization', 'cookie', 'apiKey', 'accessToken', 'credentials', 'password'];

/** A whole API key; its first characters alone, by which people know it, may be logged. */
const WHOLE_KEY = /(postrider_api_[0-9A-Za-z]{4})[0-9A-Za-z_]{6,}/g;

/** Makes a log. Keys and credentials are struck out of every line, whatever part of it they are in. */
export function createLog(options: LogOptions = {}): Log {
  const destination = options.destination ?? { write: (line: string) => process.stderr.write(line) };
  const pretty = options.pretty ?? (options.destination === undefined && process.stderr.isTTY === true);
  return pino(
    {
      level: options.level ?? 'info',
      base: null,
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
        const safe = line.includes('postrider_api_') ? line.replace(WHOLE_KEY, '$1[redacted]') : line;
        destination.write(pretty ? prettyLine(safe) : safe);
      },
    },
  );
}

/** Says nothing. */
export const silentLog: Log = createLog({ level: 'silent' });

/** `09:04:05.123 info  request method=POST route=/v1/posts status=201`. */
function prettyLine(line: string): string {
  const fields: Record<string, unknown> = JSON.parse(line);
  const { level, time, msg, err, ...rest } = fields;
  const words = Object.entries(rest)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const stack = typeof err === 'object' && err !== null && 'stack' in err ? `\n${String(err.stack)}` : '';
  return `${[String(time).slice(11, 23), String(level).padEnd(5), String(msg ?? ''), ...words].join(' ')}${stack}\n`;
}
