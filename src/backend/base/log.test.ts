import { describe, expect, it } from 'vitest';
import { newKeyText } from '../domain/access/key-text.js';
import { createLog, type LogOptions } from './log.js';

function written(options: LogOptions = {}): { log: ReturnType<typeof createLog>; lines: string[] } {
  const lines: string[] = [];
  return { lines, log: createLog({ destination: { write: (line) => void lines.push(line) }, ...options }) };
}

describe('a log line', () => {
  it('is one JSON object with the level name and the time', () => {
    const { log, lines } = written();
    log.info({ status: 201 }, 'request');
    expect(JSON.parse(lines.join(''))).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      status: 201,
      msg: 'request',
    });
  });

  it('redacts API keys in fields, messages and errors', () => {
    const { log, lines } = written();
    const key = newKeyText();
    log.error({ err: new Error(`Bad header ${key}`), note: { deep: { deeper: key } } }, `was sent ${key}`);
    log.info({
      headers: { authorization: `Bearer ${key}` },
      account: { credentials: { accessToken: 'network-token' } },
    });
    const text = lines.join('');
    expect(text).not.toContain(key.slice(18));
    expect(text).toContain(`${key.slice(0, 18)}[redacted]`);
    expect(text).not.toContain('network-token');
  });

  it('keeps the prefix of an API key', () => {
    const { log, lines } = written();
    log.info({ keyPrefix: 'postrider_api_7Qm2' }, 'request');
    expect(lines.join('')).toContain('"postrider_api_7Qm2"');
  });

  it('is one readable line in a terminal, followed by the stack of an error', () => {
    const { log, lines } = written({ pretty: true });
    log.info({ method: 'GET', route: null, status: 200, ms: 1.5 }, 'request');
    log.error({ err: new Error('broken') }, 'failed');
    expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d\.\d{3} info {2}request method=GET status=200 ms=1\.5\n$/);
    expect(lines[1]).toMatch(/error failed\nError: broken\n {4}at /);
  });

  it('stays one line in a terminal for an error of the system or a database', () => {
    const { log, lines } = written({ pretty: true });
    log.error({ err: Object.assign(new Error('connect\nECONNREFUSED'), { code: 'ECONNREFUSED' }) }, 'failed');
    expect(lines[0]).toMatch(/error failed: connect ECONNREFUSED\n$/);
  });

  it('is dropped below the configured level', () => {
    const { log, lines } = written({ level: 'warn' });
    log.info({}, 'quiet');
    log.warn({}, 'loud');
    expect(lines).toHaveLength(1);
  });
});
