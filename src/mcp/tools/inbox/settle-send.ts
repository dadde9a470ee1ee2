import type { SendOutcome } from '../../../contract/inbox/replies.js';
import type { CallContext, Outcome } from '../../call-context.js';
import { agree, type CallStart, needsConfirmation } from '../../confirmation/agreement.js';
import type { Preview } from '../../confirmation/confirmation.js';
import type { SendResult } from './send-results.js';

/** A reply or message with an unknown outcome, and how to resolve it. */
interface Settling {
  readonly tool: string;
  readonly id: string;
  readonly outcome: SendOutcome;
  readonly referring: {
    readonly confirmToken?: string | undefined;
    readonly idempotencyKey?: string | undefined;
  };
  readonly settle: (idempotencyKey: string | undefined) => Promise<SendResult>;
}

/** Resolves an unknown outcome. A person is asked before it may be sent again. */
export async function settleSend(
  { tool, id, outcome, referring, settle }: Settling,
  beginning: CallStart,
  call: CallContext,
): Promise<Outcome> {
  const preview: Preview = {
    text: `Resolve ${id} as ${outcome}. If it is already on the network, sending it again posts it twice.`,
    agree: outcome === 'send_again' ? 'Send again' : 'Resolve',
    facts: { id, outcome },
    content: [],
    untrusted: [],
  };
  const verdict = await agree(
    {
      tool,
      parts: { settle: id, outcome },
      version: null,
      ask: needsConfirmation(outcome === 'send_again', call),
      show: () => ({ preview }),
    },
    beginning,
    referring,
    call,
  );
  if (!verdict.agreed) return verdict.outcome;
  const { row, words, said, next } = await settle(verdict.idempotencyKey);
  return { message: said ?? 'Resolved.', facts: row, untrusted: words, next };
}
