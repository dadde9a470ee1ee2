import { canonicalJson } from '../../base/canonical-json.js';
import { showHidden } from '../../base/hidden-characters.js';
import { textWarnings } from '../../base/text-warnings.js';
import type { Answer } from '../answers/answer.js';
import type { Untrusted } from '../answers/untrusted.js';
import type { CallContext, FormDialog, Outcome } from '../call-context.js';
import { refusal } from '../errors/error-answer.js';
import { toolCall } from '../tools/shared/tool-call.js';
import {
  type Action,
  CONFIRM_MS,
  checkToken,
  readToken,
  type Signing,
  shownNow,
  signAction,
  type TokenClaims,
} from './confirm-token.js';
import type { ShownCall } from './shown-calls.js';

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
  { form, shown }: Pick<CallContext, 'form' | 'shown'>,
  confirmToken: string | undefined,
  now: number,
): TokenClaims | undefined {
  const text = form === null ? confirmToken : form.state;
  return text === undefined ? undefined : readToken(text, now, shown(text)?.shownAt);
}

/** Decides whether a person has agreed to exactly this action, or still has to be asked. */
export async function confirm(question: Question, call: CallContext): Promise<Verdict> {
  const { act, claims } = question;
  const { form } = call;
  if (form === null && claims === undefined && question.tokenGiven) return answered(unreadableToken());
  if (claims === undefined || (form !== null && form.reply === 'none'))
    return answered(await ask(question, call));

  const finding = checkToken(claims, act, signingOf(question, call));
  if (form !== null) {
    if (finding.result !== 'valid') return answered(await ask(question, call));
    if (form.reply === 'yes') return agreed(finding.idempotencyKey);
    return answered(form.reply === 'none' ? await ask(question, call) : declined(form.reply));
  }
  if (finding.result === 'expired') {
    return answered(
      await ask(question, call, 'The confirmToken has expired: it is older than ten minutes. '),
    );
  }
  return finding.result === 'valid'
    ? agreed(finding.idempotencyKey)
    : answered(mismatch(question, claims, call));
}

const agreed = (idempotencyKey: string): Verdict => ({ agreed: true, idempotencyKey });
const answered = (outcome: Outcome): Verdict => ({ agreed: false, outcome });
const signingOf = ({ idempotencyKey, now }: Question, { secret }: CallContext): Signing => ({
  secret,
  idempotencyKey,
  now,
});

async function ask(question: Question, call: CallContext, why = ''): Promise<Outcome> {
  const { act } = question;
  const found = await question.show();
  if ('instead' in found) return found.instead;
  const { preview } = found;
  const token = newToken(question, call);
  const warnings = textWarnings(preview.content).map((warning) => `\nWarning: ${warning}`);
  const shown = (text: string): string => showHidden(text) + warnings.join('');
  if (call.form !== null) {
    return {
      form: { message: shown(preview.forPerson ?? preview.text), agree: preview.agree },
      state: token,
    };
  }
  const args = call.keepShown(token, { parts: act.parts, shownAt: shownNow(question.now) });
  const quoted = preview.untrusted.length === 0 ? '' : ', with the quoted words of others,';
  return {
    message: `${why}Nothing was done. Show this preview${quoted} to the person and end your turn.`,
    facts: {
      status: 'needs_confirmation',
      preview: shown(preview.text),
      confirmToken: token,
      validForMinutes: CONFIRM_MS / 60_000,
    },
    untrusted: preview.untrusted,
    next:
      args === undefined
        ? 'After the person says yes: repeat the call with all arguments unchanged, and add confirmToken'
        : `After the person says yes: ${toolCall(act.tool.replace(/^postrider_/, ''), { ...args, confirmToken: token })}`,
  };
}

/** A token that no kept call has: on a clock that stands still, the same call gets the same few tokens. */
function newToken(question: Question, call: CallContext): string {
  const sign = (): string => signAction(question.act, signingOf(question, call));
  let token = sign();
  for (let tries = 0; tries < MAX_SIGNINGS && call.shown(token) !== undefined; tries += 1) token = sign();
  return token;
}

const MAX_SIGNINGS = 100;

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

function mismatch({ act, idempotencyKey }: Question, { text }: TokenClaims, call: CallContext): Outcome {
  const shown = call.shown(text);
  if (shown !== undefined && shown.tool !== act.tool) return otherTool(shown);
  const fields = shown === undefined ? [] : differing(shown, { ...act.parts, idempotencyKey });
  const which =
    fields.length > 0
      ? `These arguments differ from what the person was shown: ${fields.join(', ')}.`
      : 'An argument, the version or the API key is not what the person was shown, or it is older than ten minutes.';
  return refusal({
    code: 'confirm_mismatch',
    message: `The confirmToken is for another call. ${which}`,
    facts: { fields },
    next:
      shown === undefined
        ? 'Repeat the call with all arguments as the person saw them, or without confirmToken for a new preview.'
        : 'Repeat the call with confirmToken alone for what the person saw, or without it for a new preview.',
  });
}

/** The parts that differ. What has no part, such as the version, is not named. */
function differing({ parts, args }: ShownCall, present: Action['parts']): string[] {
  const before = { ...parts, idempotencyKey: args['idempotencyKey'] };
  return Object.keys(present).filter(
    (name) =>
      canonicalJson(Reflect.get(before, name) ?? null) !== canonicalJson(Reflect.get(present, name) ?? null),
  );
}

function otherTool({ tool }: ShownCall): Answer {
  return refusal({
    code: 'confirm_mismatch',
    message: `The confirmToken is for ${tool}.`,
    next: `Call ${tool} with it, or this tool without it.`,
  });
}

function unreadableToken(): Answer {
  return refusal({
    code: 'confirm_token_invalid',
    message: 'This is not a confirmToken from this server.',
    next: 'Copy the confirmToken from the needs_confirmation answer exactly, or omit it to get a new preview.',
  });
}

/** The answer to a call that has only a confirmToken, for which no call is kept. */
export function tokenWithoutCall(tool: string, token: string, shown: ShownCall | undefined): Answer {
  if (readToken(token, 0) === undefined) return unreadableToken();
  if (shown !== undefined) return otherTool(shown);
  return refusal({
    code: 'confirm_token_unknown',
    message:
      'This confirmation is not known any more: the server was restarted, or an hour has passed since the preview.',
    next: `Call ${tool} again with all its arguments and without confirmToken, and show the person the new preview.`,
  });
}
