import type { SendOutcome } from '../../../contract/inbox/replies.js';
import type { TimeForms } from '../../../contract/instants.js';
import type { Diagnosis } from '../../../contract/posts/delivery-errors.js';
import type { CallContext, Outcome } from '../../call-context.js';
import { agree, type CallStart, needsConfirmation } from '../../confirmation/agreement.js';
import type { Preview, Shown } from '../../confirmation/confirmation.js';
import { accessProblem, accountName, noAccess, readAccounts } from '../shared/account-access.js';
import { inBytes, ownLine, quotedLines } from '../shared/quoted-lines.js';
import { rowTime } from '../shared/time-facts.js';
import { errorWords } from './comment-facts.js';
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
  /** The reply or message itself, for the preview. */
  readonly read: () => Promise<SentText>;
}

/** What was sent, as far as a preview shows it. */
interface SentText {
  readonly accountId: string;
  readonly text: string;
  readonly error: Diagnosis | null;
  readonly when: TimeForms;
}

const OUTCOME_WORDS: Readonly<Record<SendOutcome, Pick<Preview, 'agree'> & { readonly verb: string }>> = {
  check: { verb: 'Check with the network', agree: 'check with the network' },
  sent: { verb: 'Mark as sent', agree: 'mark it as sent' },
  send_again: { verb: 'Send again, now', agree: 'send it again now' },
};

/** Bytes of the text in a preview. */
const TEXT_BYTES = 5_500;

/** What a person needs to see before an unknown outcome is settled, or why it cannot be sent again. */
async function show({ id, outcome, read }: Settling, call: CallContext): Promise<Shown> {
  const [sent, accounts] = await Promise.all([read(), readAccounts(call)]);
  const account = accounts.get(sent.accountId);
  if (account !== undefined && outcome !== 'sent' && accessProblem(account) !== undefined) {
    return { instead: noAccess([account], 'Nothing was sent.') };
  }
  const { verb, agree } = OUTCOME_WORDS[outcome];
  const from = account === undefined ? sent.accountId : accountName(account);
  const lines = [
    ownLine(`${verb}, from ${from}:`),
    quotedLines(sent.text, TEXT_BYTES, inBytes),
    `First sent: ${rowTime(sent.when)}`,
    ...(outcome === 'send_again'
      ? ['Note: It may already be there. If it is on the network, sending it again posts it twice.']
      : []),
  ];
  const untrusted = errorWords({ id, error: sent.error });
  return {
    preview: { text: lines.join('\n'), agree, content: [sent.text], untrusted },
  };
}

/** Resolves an unknown outcome. A person is asked before it may be sent again. */
export async function settleSend(
  settling: Settling,
  beginning: CallStart,
  call: CallContext,
): Promise<Outcome> {
  const { tool, id, outcome, referring, settle } = settling;
  const verdict = await agree(
    {
      tool,
      parts: { settle: id, outcome },
      version: null,
      ask: needsConfirmation(outcome === 'send_again', call),
      show: () => show(settling, call),
    },
    beginning,
    referring,
    call,
  );
  if (!verdict.agreed) return verdict.outcome;
  const { row, words, said, next } = await settle(verdict.idempotencyKey);
  return { message: said ?? 'Resolved.', facts: row, untrusted: words, next };
}
