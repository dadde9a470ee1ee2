import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  inputResponse,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { CallContext, FormDialog } from '../call-context.js';

/**
 * The form of this call, in either era of the protocol; null if the host does not support forms. Asking such a
 * host would fail with an error that the model never sees.
 */
export function formDialogOf(server: Server, { mcpReq }: ServerContext): FormDialog | null {
  if (!showsForms(server, mcpReq.envelope)) return null;
  const answer = inputResponse(mcpReq.inputResponses, 'confirm');
  const state: unknown = mcpReq.requestState();
  return { state: typeof state === 'string' ? state : undefined, reply: replyOf(answer) };
}

function replyOf(answer: ReturnType<typeof inputResponse>): FormDialog['reply'] {
  if (answer.kind !== 'elicit') return 'none';
  if (answer.action === 'cancel') return 'closed';
  if (answer.action !== 'accept') return 'no';
  // Forms have no fields. Some hosts and scripts send one all the same.
  return answer.content?.['confirm'] === false ? 'unticked' : 'yes';
}

/** `elicitation: {}` means that forms are supported; `{url: {}}` does not. */
function showsForms(server: Server, envelope: Readonly<Record<string, unknown>> | undefined): boolean {
  const capabilities =
    envelope === undefined
      ? server.getClientCapabilities()
      : (envelope[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined);
  const elicitation = capabilities?.elicitation;
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

/** Reports a request's progress, if the host asked for it. */
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
