import { openApiDocument } from '../../contract/openapi/openapi.js';
import type { ReadinessCheck } from '../../contract/service/readiness.js';
import { VERSION } from '../../version.js';
import type { Handlers } from '../operations/call.js';
import type { OpenRequests } from '../operations/open-requests.js';
import { RequestRefused } from '../operations/refusal.js';

/** What a process needs to do its work. */
export interface ReadinessProbe {
  check(): Promise<readonly ReadinessCheck[]>;
}

type ServiceOperation = 'health.get' | 'readiness.get' | 'openapi.get';

/** When a client may ask again whether the service is ready, in seconds. */
const ASK_AGAIN_SECONDS = 5;

/** Health checks and OpenAPI document. */
export function serviceHandlers(
  open: OpenRequests,
  readiness: ReadinessProbe,
): Pick<Handlers, ServiceOperation> {
  let document: Record<string, unknown> | null = null;
  return {
    'health.get': async () => ({
      status: open.closing ? 'stopping' : 'ok',
      service: 'postrider',
      version: VERSION,
    }),
    'readiness.get': async () => {
      const process = open.closing
        ? ({ name: 'process', status: 'failed', detail: 'This process is stopping.' } as const)
        : ({ name: 'process', status: 'ok', detail: 'This process is running.' } as const);
      const checks = [process, ...(await readiness.check())];
      const failed = checks.filter(({ status }) => status === 'failed');
      if (failed.length === 0) return { status: 'ready', service: 'postrider', version: VERSION, checks };
      throw new RequestRefused('not_ready', failed.map(({ detail }) => detail).join(' '), {
        retryAfterSeconds: ASK_AGAIN_SECONDS,
        checks,
      });
    },
    'openapi.get': async ({ services }) => {
      document ??= openApiDocument({ serverUrl: services.publicUrl, version: VERSION });
      return document;
    },
  };
}
