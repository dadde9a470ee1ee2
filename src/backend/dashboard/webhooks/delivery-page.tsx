import type { DeliveryDetail, Webhook } from '../../../contract/webhooks/webhooks.js';
import { timeForms } from '../../../time/forms.js';
import { objectPath } from '../activity/object-path.js';
import { live } from '../layout/live.js';
import { Pill, type Tone, When } from '../layout/parts.js';
import { SettingsFrame } from '../layout/settings-frame.js';
import type { User } from '../user.js';
import { SendAgain } from './send-again.js';
import { DELIVERY_STATES, deliveryPath, webhookPath } from './webhook-words.js';

interface DeliveryProps {
  readonly user: User;
  readonly webhook: Webhook;
  readonly delivery: DeliveryDetail;
}

type Attempt = DeliveryDetail['log'][number];

/** One delivery: what was sent, and what came back each time. */
export function DeliveryPage({ user, webhook, delivery }: DeliveryProps) {
  const { words, tone } = DELIVERY_STATES[delivery.status];
  const about = objectPath(delivery.objectId);
  const isUnderway = delivery.status === 'pending' && delivery.log.at(-1)?.number !== delivery.attempts;
  const unrecorded = delivery.attempts - delivery.log.length - (isUnderway ? 1 : 0);
  return (
    <SettingsFrame title="Delivery" here="/settings/webhooks" user={user}>
      <div class="stack" {...live('delivery', deliveryPath(delivery), '5s')}>
        <p>
          <a href={`${webhookPath(webhook.id)}#${delivery.id}`}>
            ← {webhook.label === '' ? webhook.url : webhook.label}
          </a>
        </p>
        <section class="card stack webhook-card" aria-label="Delivery">
          <dl class="facts">
            <dt>Status</dt>
            <dd>
              <Pill tone={tone}>{words}</Pill>
            </dd>
            <dt>Event</dt>
            <dd>
              <code>{delivery.type}</code> <span class="soft small">{delivery.eventId}</span>
            </dd>
            {delivery.objectId !== webhook.id && (
              <>
                <dt>About</dt>
                <dd>
                  {about === null ? (
                    <code>{delivery.objectId}</code>
                  ) : (
                    <a href={about}>{delivery.objectId}</a>
                  )}
                </dd>
              </>
            )}
            <dt>Created</dt>
            <dd>
              <At instant={delivery.createdAt} user={user} />
            </dd>
            {delivery.nextAttemptAt !== null && (
              <>
                <dt>Next attempt</dt>
                <dd>
                  <At instant={delivery.nextAttemptAt} user={user} />
                </dd>
              </>
            )}
          </dl>
          <SendAgain webhook={webhook} delivery={delivery} csrfToken={user.csrfToken} />
        </section>
        <section class="section" aria-labelledby="attempts-title">
          <h2 id="attempts-title">Attempts</h2>
          {delivery.log.length === 0 ? (
            <p class="soft">{delivery.error ?? 'No attempt has ended yet.'}</p>
          ) : (
            <ul class="rows" aria-label="Attempts">
              {isUnderway && (
                <li>
                  <strong>Attempt {delivery.attempts}</strong> <span class="small soft">is being sent.</span>
                </li>
              )}
              {delivery.log.toReversed().map((attempt) => (
                <AttemptRow attempt={attempt} user={user} />
              ))}
            </ul>
          )}
          {delivery.log.length > 0 && unrecorded > 0 && (
            <p class="small soft">
              {unrecorded === 1 ? '1 attempt is' : `${unrecorded} attempts are`} not listed: too old, or
              interrupted before an outcome was recorded.
            </p>
          )}
        </section>
        <section class="section" aria-labelledby="body-title">
          <h2 id="body-title">Body</h2>
          {delivery.body === null ? (
            <p class="soft">You may not see events of this type.</p>
          ) : (
            <>
              <section class="secret" tabindex={0} aria-label="JSON that was sent">
                {JSON.stringify(JSON.parse(delivery.body), null, 2)}
              </section>
              <p class="small soft">
                Every attempt sends the same JSON, without the line breaks and indents shown here.
              </p>
            </>
          )}
        </section>
      </div>
    </SettingsFrame>
  );
}

function At({ instant, user }: { readonly instant: string; readonly user: User }) {
  const { workspace, now } = user;
  return <When forms={timeForms(Date.parse(instant), workspace.timezone, now)} now={now} />;
}

function AttemptRow({ attempt, user }: { readonly attempt: Attempt; readonly user: User }) {
  const { answer, error, headers } = attempt;
  const { words, tone } = outcomeOf(attempt);
  return (
    <li id={`attempt-${attempt.number}`}>
      <div class="line">
        <div class="grow">
          <strong>Attempt {attempt.number}</strong>{' '}
          <span class="small soft">
            <At instant={attempt.at} user={user} />, {attempt.durationMs} ms
          </span>
        </div>
        <Pill tone={tone}>{words}</Pill>
      </div>
      {error !== null && <p class="small">{error}</p>}
      {headers !== null && (
        <details class="small" id={`request-${attempt.number}`}>
          <summary>Request</summary>
          <section class="secret" tabindex={0} aria-label={`Request of attempt ${attempt.number}`}>
            {[
              `POST ${attempt.url}`,
              ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
            ].join('\n')}
          </section>
        </details>
      )}
      {answer !== null && (
        <details class="small" id={`response-${attempt.number}`}>
          <summary>Response</summary>
          {answer.body !== null && answer.body !== '' ? (
            <section class="secret" tabindex={0} aria-label={`Response to attempt ${attempt.number}`}>
              {answer.body}
            </section>
          ) : (
            <p class="soft">{answer.body === null ? 'You may not see it.' : 'The body was empty.'}</p>
          )}
        </details>
      )}
    </li>
  );
}

function outcomeOf({ answer, error }: Attempt): { readonly words: string; readonly tone: Tone } {
  if (answer === null) return { words: 'No response', tone: 'bad' };
  return { words: `Status ${answer.status}`, tone: error === null ? 'good' : 'bad' };
}
