import type { ServerContext } from '@modelcontextprotocol/server';
import type { CallContext } from '../call-context.js';

/** Tells the host how far a request is, where it asked to be told. */
export function progressTo({ mcpReq }: ServerContext): CallContext['progress'] {
  return async (progress, total, message) => {
    const progressToken = mcpReq._meta?.progressToken;
    if (progressToken === undefined) return;
    await mcpReq.notify({
      method: 'notifications/progress',
      params: { progressToken, progress, total, message },
    });
  };
}
