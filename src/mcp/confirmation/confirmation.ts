import type { Facts } from '../answers/render-text.js';
import type { Untrusted } from '../answers/untrusted.js';
import type { CallContext, FormDialog, Outcome } from '../call-context.js';
import { refusal } from '../errors/error-answer.js';
import {
  type Action,
  checkToken,
  newNonce,
  readToken,
  signAction,
  type TokenClaims,
} from './confirm-token.js';

/** What a person has to see in order to decide. */
export interface Preview {
  /** The preview as a person reads it. */
  readonly text: string;
  /** The same with other people's words in their place, for a form: a model is given them apart. */
  readonly forPerson?: string;
  /** What agreeing does, in two or three words: the form's checkbox. */
  readonly agree: string;
  readonly facts: Facts;
  readonly untrusted: readonly Untrusted[];
}

/** A preview, or why there is nothing to agree to. */
export type Shown = { readonly preview: Preview } | { readonly instead: Outcome };

/** What is asked, and how the reply would come back. */
export interface Question {
  readonly act: Action;
  /** Makes the preview, where a person has to see one. */
  readonly show: () => Shown | Promise<Shown>;
  /** What came back: see {@link presented}. */
  readonly claims: TokenClaims | undefined;
  /** The caller's own idempotency key. */
  readonly idempotencyKey: string | undefined;
  /** A token was sent, whether or not it could be read. */
  readonly tokenGiven: boolean;
  /** The server's time, epoch milliseconds. */
  readonly now: number;
}

/** Either the act may be done, under this idempotency key, or this is what the call answers instead. */
export type Verdict =
  | { readonly agreed: true; readonly idempotencyKey: string | undefined }
  | { readonly agreed: false; readonly outcome: Outcome };

/**
 * What a call says about an earlier preview: the state of a form where the host shows forms, which no model
 * can see or send, else the token that it was told to repeat.
 */
export function presentedClaims(
  form: FormDialog | null,
  confirmToken: string | undefined,
): TokenClaims | undefined {
  const text = form === null ? confirmToken : form.state;
  return text === undefined ? undefined : readToken(text);
}

/** Settles whether a person agreed to exactly this act, or has to be asked. */
export async function confirm(question: Question, { form, secret }: CallContext): Promise<Verdict> {
  const { act, claims, now } = question;
  if (form === null && claims === undefined && question.tokenGiven) return answered(unreadableToken());
  if (claims === undefined || (form !== null && form.reply === 'none'))
    return answered(await ask(question, form, secret));

  const finding = checkToken(claims, act, secret, now);
  if (form !== null) {
    if (finding.result !== 'valid') return answered(await ask(question, form, secret));
    return form.reply === 'yes' ? agreed(finding.nonce) : answered(declined(form.reply));
  }
  if (finding.result === 'expired') {
    return answered(await ask(question, form, secret, 'The confirmToken was older than ten minutes. '));
  }
  const otherKey = question.idempotencyKey !== undefined && question.idempotencyKey !== claims.nonce;
  if (finding.result === 'mismatch' || otherKey) {
    const fields = finding.result === 'mismatch' ? finding.fields : [];
    return answered(mismatch(otherKey ? [...fields, 'idempotencyKey'] : fields));
  }
  return agreed(finding.nonce);
}

const agreed = (idempotencyKey: string): Verdict => ({ agreed: true, idempotencyKey });
const answered = (outcome: Outcome): Verdict => ({ agreed: false, outcome });

async function ask(question: Question, form: FormDialog | null, secret: string, why = ''): Promise<Outcome> {
  const { act, idempotencyKey, now } = question;
  const shown = await question.show();
  if ('instead' in shown) return shown.instead;
  const { preview } = shown;
  const token = signAction(act, idempotencyKey ?? newNonce(), secret, now);
  if (form !== null)
    return { form: { message: preview.forPerson ?? preview.text, agree: preview.agree }, state: token };
  return {
    message: `${why}Nothing was done. Show this to the person and end your turn; call again with confirmToken after a yes.`,
    facts: {
      status: 'needs_confirmation',
      preview: preview.text,
      ...preview.facts,
      confirmToken: token,
      validForMinutes: 10,
    },
    untrusted: preview.untrusted,
    next: 'After the person said yes: the same call, all arguments unchanged, with confirmToken',
  };
}

function declined(reply: FormDialog['reply']): Outcome {
  // Some hosts answer for a person who is not there.
  const what = reply === 'closed' ? 'The question was closed without an answer' : 'The answer was no';
  return {
    message: `${what}. Nothing was done.`,
    facts: { status: reply === 'closed' ? 'cancelled' : 'declined' },
    next: 'Ask the person what to change; do not repeat the call as it was.',
  };
}

function mismatch(fields: readonly string[]): Outcome {
  const which =
    fields.length === 0 ? 'The arguments or the key differ' : `These differ: ${fields.join(', ')}`;
  return refusal({
    code: 'confirm_mismatch',
    message: `The confirmToken belongs to another call. ${which}.`,
    facts: { fields },
    next: 'Repeat the call exactly as it was shown to the person, or leave out confirmToken for a new preview.',
  });
}

function unreadableToken(): Outcome {
  return refusal({
    code: 'confirm_token_invalid',
    message: 'This is not a confirmToken of this server.',
    next: 'Copy the confirmToken of the needs_confirmation answer exactly, or leave it out for a new preview.',
  });
}
