import { factorsOf, hasSecondFactor } from '../../domain/access/factors/factors.js';
import { type TypedCodes, useCode } from '../../domain/access/factors/use-code.js';
import { usePasskey } from '../../domain/access/factors/use-passkey.js';
import { type RelyingParty, relyingPartyAt } from '../../domain/access/factors/webauthn.js';
import { passwordHashOf } from '../../domain/access/passwords.js';
import { confirmSession, type Session } from '../../domain/access/sessions.js';
import type { RequestContext } from '../../http/request-context.js';
import type { Services } from '../../operations/services.js';
import type { Form } from '../form.js';
import { htmlResponse } from '../responses.js';
import type { AttemptResult, Attempts } from '../sign-in/attempts.js';
import type { User } from '../user.js';
import { ConfirmPage, PROOF_FIELDS, PROOF_PREFIX, type Proofs } from './page.js';

/** How long after proving who they are a person is not asked again, in milliseconds. */
const CONFIRMED_FOR_MS = 10 * 60 * 1000;

/** A form that needs to know that its person, and not just their browser, sends it. */
export interface AskedForm {
  readonly user: User;
  readonly session: Session;
  readonly form: Form;
  readonly context: RequestContext;
  /** The host that the browser uses. */
  readonly host: string | undefined;
  /** Where the form was sent. */
  readonly path: string;
  /** More headers of the page that asks. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Asks people again who they are before a form gives lasting access to somebody, or takes a factor away. */
export class Confirmation {
  readonly #services: Services;
  readonly #attempts: Attempts;

  constructor(services: Services, attempts: Attempts) {
    this.#services = services;
    this.#attempts = attempts;
  }

  /**
   * The page that asks; it sends the form again together with the proof. Somebody who signed in with a link, and has neither a
   * password nor a factor, cannot be asked.
   *
   * @returns null: they have just proved it, or did so within ten minutes
   */
  async ask(asked: AskedForm): Promise<Response | null> {
    const { store, clock } = this.#services;
    const { session, form, user } = asked;
    if (clock.now() - session.confirmedAt < CONFIRMED_FOR_MS) return null;
    const [factors, hash] = await Promise.all([
      factorsOf(store.db, user.person.id),
      passwordHashOf(store, user.person.id),
    ]);
    const party = relyingPartyAt(this.#services.publicUrl, asked.host);
    const proofs: Proofs = {
      factors,
      passkeys: factors.passkeys > 0 && party !== null,
      password: hash !== null && !hasSecondFactor(factors),
    };
    if (!proofs.password && !hasSecondFactor(factors)) return null;
    const shown = (problem: string | null, status: number, headers: Record<string, string> = {}) =>
      htmlResponse(asked.context, ConfirmPage({ ...asked, proofs, problem }), {
        status,
        headers: { ...headers, ...asked.headers },
      });
    if (!form.names().some((name) => name.startsWith(PROOF_PREFIX))) return shown(null, 403);
    const result = proofs.password
      ? await this.#attempts.checkOfSession(session.id, hash ?? '', form.words(PROOF_FIELDS.password))
      : await this.#checkFactor(asked, party);
    if (result.is === 'wrong') return shown(proofs.password ? WRONG_PASSWORD : WRONG_CODE, 403);
    if (result.is === 'refused') {
      return shown(result.why, 429, { 'Retry-After': String(result.waitSeconds) });
    }
    await confirmSession(store, session.id, clock.now());
    return null;
  }

  async #checkFactor({ session, user, form }: AskedForm, party: RelyingParty | null): Promise<AttemptResult> {
    const { store, clock } = this.#services;
    const refused = await this.#attempts.countCodeOfSession(session.id, user.person.id);
    if (refused !== null) return refused;
    const signed = form.text(PROOF_FIELDS.passkey);
    if (signed !== '' && party !== null) {
      const owner = await usePasskey(store, session.id, signed, party, clock.now());
      return { is: owner === user.person.id ? 'right' : 'wrong' };
    }
    const typed: TypedCodes = {
      code: form.text(PROOF_FIELDS.code),
      recovery: form.text(PROOF_FIELDS.recovery),
    };
    return { is: (await useCode(this.#services, user.person.id, typed)) === null ? 'wrong' : 'right' };
  }
}

const WRONG_PASSWORD = 'This is not your password.';
const WRONG_CODE = 'This is not right, or was used before.';
