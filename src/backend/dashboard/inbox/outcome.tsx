import { randomUUID } from 'node:crypto';
import type { SendOutcome, SendStatus } from '../../../contract/inbox/replies.js';
import type { Diagnosis as Fault } from '../../../contract/posts/delivery-errors.js';
import { timeForms } from '../../../time/forms.js';
import { ActForm } from '../layout/act-form.js';
import { Pill, When } from '../layout/parts.js';
import { Diagnosis } from '../posts/target-card.js';
import { SEND_WORDS } from './inbox-words.js';

interface OutcomeProps {
  /** Null if it was not sent with Postrider. */
  readonly status: SendStatus | null;
  readonly error: Fault | null;
  readonly timezone: string;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Where the form for an unknown outcome is sent. */
  readonly resolvePath: string;
  readonly csrfToken: string;
}

/** The status of a reply or message. A plain success shows nothing. */
export function Outcome({ status, error, timezone, now, resolvePath, csrfToken }: OutcomeProps) {
  if (status === null || (status === 'sent' && error === null)) return null;
  return (
    <div class="outcome">
      <Pill tone={SEND_WORDS[status].tone}>{SEND_WORDS[status].words}</Pill>
      {error && <Diagnosis error={error} />}
      {status === 'sending' && error && <Retries error={error} timezone={timezone} now={now} />}
      {status === 'unknown' && <ResolveForm path={resolvePath} csrfToken={csrfToken} />}
    </div>
  );
}

interface RetriesProps extends Pick<OutcomeProps, 'timezone' | 'now'> {
  readonly error: Fault;
}

/** When Postrider tries again, and until when. */
function Retries({ error, timezone, now }: RetriesProps) {
  if (error.retryAt === null) return null;
  const when = (instant: string) => <When forms={timeForms(Date.parse(instant), timezone, now)} now={now} />;
  return (
    <p class="soft small">
      Next attempt: {when(error.retryAt)}
      {error.givesUpAt && <>. Postrider gives up {when(error.givesUpAt)}</>}
    </p>
  );
}

interface ResolveProps {
  readonly path: string;
  readonly csrfToken: string;
}

/** For an unknown outcome: the user checks on the network and reports what happened. */
function ResolveForm({ path, csrfToken }: ResolveProps) {
  const decision = (outcome: SendOutcome) => ({ key: randomUUID(), outcome });
  return (
    <fieldset>
      <legend>Was it sent?</legend>
      <p class="soft small">
        Postrider sent it, but the network’s response was lost. Check on the network before you send it again.
      </p>
      <div class="buttons">
        <ActForm action={path} csrfToken={csrfToken} hidden={decision('check')}>
          <button class="button" type="submit">
            Check again
          </button>
        </ActForm>
        <ActForm action={path} csrfToken={csrfToken} hidden={decision('sent')}>
          <button class="button" type="submit">
            Mark as sent
          </button>
        </ActForm>
        <ActForm
          action={path}
          csrfToken={csrfToken}
          hidden={decision('send_again')}
          ask="Are you sure it is not there? Sending it again would deliver it twice."
        >
          <button class="button danger" type="submit">
            Not sent: send again
          </button>
        </ActForm>
      </div>
    </fieldset>
  );
}
