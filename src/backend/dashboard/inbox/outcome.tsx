import { randomUUID } from 'node:crypto';
import type { SendOutcome, SendStatus } from '../../../contract/inbox/replies.js';
import type { Diagnosis as Fault } from '../../../contract/posts/delivery-errors.js';
import { ActForm } from '../layout/act-form.js';
import { Pill } from '../layout/parts.js';
import { Diagnosis } from '../posts/target-card.js';
import { SEND_WORDS } from './inbox-words.js';

interface OutcomeProps {
  /** Null: it was not written here. */
  readonly status: SendStatus | null;
  readonly error: Fault | null;
  /** Where the decision goes, should nobody know what became of it. */
  readonly resolvePath: string;
  readonly csrfToken: string;
}

/** What became of something that was written here: of what went well, nothing. */
export function Outcome({ status, error, resolvePath, csrfToken }: OutcomeProps) {
  if (status === null || (status === 'sent' && error === null)) return null;
  return (
    <div class="outcome">
      <Pill tone={SEND_WORDS[status].tone}>{SEND_WORDS[status].words}</Pill>
      {error && <Diagnosis error={error} />}
      {status === 'unknown' && <ResolveForm path={resolvePath} csrfToken={csrfToken} />}
    </div>
  );
}

interface ResolveProps {
  readonly path: string;
  readonly csrfToken: string;
}

/** For an outcome that nobody knows: a person looks, and says what they saw. */
function ResolveForm({ path, csrfToken }: ResolveProps) {
  const decision = (outcome: SendOutcome) => ({ key: randomUUID(), outcome });
  return (
    <fieldset>
      <legend>What became of it?</legend>
      <p class="soft small">
        It was sent, and the answer was lost. Look at the network before anything is sent again.
      </p>
      <div class="buttons">
        <ActForm action={path} csrfToken={csrfToken} hidden={decision('check')}>
          <button class="button" type="submit">
            Look it up again
          </button>
        </ActForm>
        <ActForm action={path} csrfToken={csrfToken} hidden={decision('sent')}>
          <button class="button" type="submit">
            It is there
          </button>
        </ActForm>
        <ActForm
          action={path}
          csrfToken={csrfToken}
          hidden={decision('send_again')}
          ask="Are you sure that it is not there? The person would get it twice."
        >
          <button class="button danger" type="submit">
            It is not there: send it again
          </button>
        </ActForm>
      </div>
    </fieldset>
  );
}
