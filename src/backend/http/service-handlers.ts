import { openApiDocument } from '../../contract/openapi/openapi.js';
import { VERSION } from '../../version.js';
import type { Handlers } from '../operations/call.js';
import type { OpenRequests } from '../operations/open-requests.js';

/** Health check and OpenAPI document. */
export function serviceHandlers(open: OpenRequests): Pick<Handlers, 'health.get' | 'openapi.get'> {
  let document: Record<string, unknown> | null = null;
  return {
    'health.get': async () => ({
      status: open.closing ? 'stopping' : 'ok',
      service: 'postrider',
      version: VERSION,
    }),
    'openapi.get': async ({ services }) => {
      document ??= openApiDocument({ serverUrl: services.publicUrl, version: VERSION });
      return document;
    },
  };
}
