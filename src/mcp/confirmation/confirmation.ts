import { showHidden } from '../../base/hidden-characters.js';
import { textWarnings } from '../../base/text-warnings.js';
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

/** What a person must see in order to decide. */
export interface Preview {
  /** The preview as a person reads it. */
  readonly text: string;
  /** The same with other people's words inline, for a form. A model gets them separately. */
  readonly forPerson?: string;
  /** All that would be sent, in full: invisible characters and links in it are pointed out. */
  readonly content: readonly string[];
  /** What agreeing does, after "to": "publish it now". */
  readonly agree: string;
  readonly facts: Facts;
  readonly untrusted: readonly Untrusted[];
}

/** A preview, or the answer to give instead of asking. */
export type Shown = { readonly preview: Preview } | { readonly instead: Outcome };

/** The action to confirm, and how the person's reply would arrive. */
export interface Question {
  readonly act: Action;
  /** Builds the preview, if a person has to see one. */
  readonly show: () => Shown | Promise<Shown>;
  /** The claims of an earlier preview: see {@link presentedClaims}. */
  readonly claims: TokenClaims | undefined;
  /** The caller's own idempotency key. */
  readonly idempotencyKey: string | undefined;
  /** Whether a token was sent, readable or not. */
  readonly tokenGiven: boolean;
  /** The server's time, epoch milliseconds. */
  readonly now: number;
}

/** Either the action may run under this idempotency key, or this is the call's answer. */
export type Verdict =
  | { readonly agreed: true; readonly idempotencyKey: string | undefined }
  | { readonly agreed: false; readonly outcome: Outcome };

/**
 * The claims of an earlier preview that come with a call: from the form's state if the host shows forms, which
 * no model can see or send; otherwise from the confirmToken.
 */
export function presentedClaims(
  form: FormDialog | null,
  confirmToken: string | undefined,
): TokenClaims | undefined {
  const text = form === null ? confirmToken : form.state;
  return text === undefined ? undefined : readToken(text);
}

/** Decides whether a person has agreed to exactly this action, or still has to be asked. */
export async function confirm(question: Question, { form, secret }: CallContext): Promise<Verdict> {
  const { act, claims, now } = question;
  if (form === null && claims === undefined && question.tokenGiven) return answered(unreadableToken());
  if (claims === undefined || (form !== null && form.reply === 'none'))
    return answered(await ask(question, form, secret));

  const finding = checkToken(claims, act, secret, now);
  if (form !== null) {
    if (finding.result !== 'valid') return answered(await ask(question, form, secret));
    if (form.reply === 'yes') return agreed(finding.nonce);
    return answered(form.reply === 'none' ? await ask(question, form, secret) : declined(form.reply));
  }
  if (finding.result === 'expired') {
    return answered(
      await ask(question, form, secret, 'The confirmToken has expired: it is older than ten minutes. '),
    );
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
  const found = await question.show();
  if ('instead' in found) return found.instead;
  const { preview } = found;
  const token = signAction(act, idempotencyKey ?? newNonce(), secret, now);
  const warnings = textWarnings(preview.content).map((warning) => `\nWarning: ${warning}`);
  const shown = (text: string): string => showHidden(text) + warnings.join('');
  if (form !== null) {
    return {
      form: { message: shown(preview.forPerson ?? preview.text), agree: preview.agree },
      state: token,
    };
  }
  const quoted = preview.untrusted.length === 0 ? '' : ', with the quoted words of others,';
  return {
    message: `${why}Nothing was done. Show this preview${quoted} to the person and end your turn. If they say yes, call again with confirmToken.`,
    facts: {
      status: 'needs_confirmation',
      preview: shown(preview.text),
      ...preview.facts,
      confirmToken: token,
      validForMinutes: 10,
    },
    untrusted: preview.untrusted,
    next: 'After the person says yes: repeat the call with all arguments unchanged, and add confirmToken',
  };
}

type NoReply = Exclude<FormDialog['reply'], 'none' | 'yes'>;

const DECLINED: Readonly<Record<NoReply, { readonly what: string; readonly status: string }>> = {
  no: { what: 'the form was declined', status: 'declined' },
  closed: { what: 'the form was closed without an answer', status: 'cancelled' },
  unticked: { what: 'the form was accepted, but its confirmation was left at no', status: 'not_confirmed' },
};

function declined(reply: NoReply): Outcome {
  // Some hosts close or decline forms on behalf of a person who is not there.
  const { what, status } = DECLINED[reply];
  return {
    message: `Not confirmed: ${what}. Nothing was done.`,
    facts: { status },
    next:
      reply === 'unticked'
        ? 'Ask the person whether they agree. If they do, repeat the call: the form is shown again.'
        : 'Ask the person what to change. Do not repeat the same call.',
  };
}

function mismatch(fields: readonly string[]): Outcome {
  const which =
    fields.length === 0
      ? 'The arguments or the API key differ'
      : `These arguments differ: ${fields.join(', ')}`;
  return refusal({
    code: 'confirm_mismatch',
    message: `The confirmToken belongs to a different call. ${which}.`,
    facts: { fields },
    next: 'Repeat the call exactly as the person saw it, or omit confirmToken to get a new preview.',
  });
}

function unreadableToken(): Outcome {
  return refusal({
    code: 'confirm_token_invalid',
    message: 'This is not a confirmToken from this server.',
    next: 'Copy the confirmToken from the needs_confirmation answer exactly, or omit it to get a new preview.',
  });
}
