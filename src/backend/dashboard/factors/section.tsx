import type { Child } from 'hono/jsx';
import { type Factors, hasSecondFactor } from '../../domain/access/factors/factors.js';
import { RECOVERY_CODES } from '../../domain/access/factors/recovery-codes.js';
import { ActForm } from '../layout/act-form.js';
import { Pill, type Tone } from '../layout/parts.js';
import type { User } from '../user.js';

const PATH = '/settings/sign-in';

/** Below this number, the page recommends new recovery codes. */
const FEW_CODES = 3;

interface FactorsSectionProps {
  readonly user: User;
  readonly factors: Factors;
}

/** How a person proves who they are after their password. */
export function FactorsSection({ user, factors }: FactorsSectionProps) {
  const isOn = hasSecondFactor(factors);
  return (
    <section class="section" id="second-step">
      <h2>Second step</h2>
      <ul class="rows" aria-label="Second step">
        <Row
          name="Authenticator app"
          state={factors.authenticator ? ['good', 'On'] : ['plain', 'Off']}
          what={
            factors.authenticator
              ? 'You enter a code from an app on your phone after your password.'
              : 'A code from an app on your phone, after your password. Then the password alone lets nobody in.'
          }
        >
          <a class="button" href={`${PATH}/authenticator`}>
            {factors.authenticator ? 'Replace' : 'Set up'}
          </a>
          {factors.authenticator && (
            <ActForm
              action={`${PATH}/authenticator/remove`}
              csrfToken={user.csrfToken}
              ask="Remove the authenticator app? The password alone will then sign you in."
            >
              <button class="button danger" type="submit">
                Remove
              </button>
            </ActForm>
          )}
        </Row>
        {isOn && (
          <Row
            name="Recovery codes"
            state={[
              factors.recoveryCodesLeft < FEW_CODES ? 'warn' : 'good',
              `${factors.recoveryCodesLeft} of ${RECOVERY_CODES} left`,
            ]}
            what="Each signs you in once if you lose your phone."
          >
            <ActForm
              action={`${PATH}/recovery-codes`}
              csrfToken={user.csrfToken}
              ask="Create new recovery codes? The earlier ones stop working."
            >
              <button class="button" type="submit">
                Create new codes
              </button>
            </ActForm>
          </Row>
        )}
      </ul>
      <p class="soft small">
        Sign-in links from the backend’s machine need no second step: people who can create one have all its
        data.
      </p>
    </section>
  );
}

interface RowProps {
  readonly name: string;
  readonly state: readonly [tone: Tone, words: string];
  readonly what: string;
  /** Buttons. */
  readonly children: Child;
}

function Row({ name, state: [tone, words], what, children }: RowProps) {
  return (
    <li>
      <div class="line">
        <div class="grow">
          <strong>{name}</strong> <Pill tone={tone}>{words}</Pill>
        </div>
        {children}
      </div>
      <div class="small soft">{what}</div>
    </li>
  );
}
