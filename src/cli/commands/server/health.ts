import type { PostriderClient } from '../../../client/client.js';
import { ApiError } from '../../../client/errors/api-errors.js';
import { redact } from '../../../client/redact.js';
import type { Health } from '../../../contract/service/health.js';
import type { Readiness } from '../../../contract/service/readiness.js';
import { defineCommand, flag } from '../../command.js';
import { connectionOf } from '../../context.js';
import { CliFailure } from '../../failure.js';
import { oneShotClient } from '../doctor/server-check.js';

export const health = defineCommand({
  name: 'health',
  group: 'Setup',
  operations: ['readiness.get', 'health.get'],
  summary: 'Ask a backend whether it can do its work, as container platforms do',
  details: [
    'Asks once, without an API key, and waits up to 5 s. Exits with 0 if the database, the publisher and the disk work, with 1 if one of them fails, and with 6 if no backend answers.',
    'With --liveness it asks only whether the process runs, which no database or disk can delay: use it where a failed check restarts the process.',
  ].join('\n\n'),
  options: {
    liveness: flag('--liveness', 'Ask only whether the process runs'),
  },
  examples: [
    { type: 'health', does: 'Ask the backend on this machine' },
    { type: 'health --liveness', does: 'Ask only whether it runs' },
    { type: 'health --base-url http://127.0.0.1:8080', does: 'Ask one on another port' },
  ],
  run: async ({ options }, context) => {
    const { baseUrl, allowHttp } = await connectionOf(context);
    // No key is sent: none is needed, and a health check must not fail with it.
    const client = await oneShotClient({ apiKey: null, baseUrl, allowHttp });
    if (client.configurationError?.reason === 'base_url_invalid') throw client.configurationError;
    try {
      const answer = options.liveness
        ? await client.health.get({ signal: context.signal })
        : await ready(client, context.signal);
      context.output.result({
        data: answer,
        brief: [answer.status],
        text: () => `${redact(baseUrl.value)} is ${answer.status} (Postrider ${answer.version}).`,
      });
    } finally {
      await client.close();
    }
  },
});

/** @throws CliFailure a check failed; PostriderError no backend answered */
async function ready(client: PostriderClient, signal: AbortSignal): Promise<Readiness | Health> {
  return client.readiness.get({ signal }).catch((error: unknown) => {
    const checks = error instanceof ApiError ? (error.problem.checks ?? []) : [];
    const failed = checks.filter(({ status }) => status === 'failed');
    if (failed.length === 0) throw error;
    throw new CliFailure('failed', 'The backend is not ready.', {
      lines: failed.map(({ name, detail }) => `${name}: ${detail}`),
      readOnly: true,
      next: ['Its log has the errors.'],
      data: { code: 'not_ready', checks },
      cause: error,
    });
  });
}
