import { redirectPlace } from '../../domain/assistants/clients/redirect-uris.js';
import { PlainFrame } from '../layout/frame.js';

interface MovingOnProps {
  /** The address of the client, with the answer. */
  readonly to: string;
  readonly redirectUri: string;
  readonly isApproved: boolean;
}

/**
 * Moves on to the client. A redirect would not do: browsers apply the policy of the form, which leads to this server
 * alone, to redirects after it too.
 */
export function MovingOnPage({ to, redirectUri, isApproved }: MovingOnProps) {
  const place = redirectPlace(redirectUri);
  return (
    <PlainFrame title={isApproved ? 'Connected' : 'Not connected'} refresh={to}>
      <div class="stack">
        <h1>{isApproved ? 'Connected' : 'Not connected'}</h1>
        <p>
          {isApproved ? 'Your assistant is being told.' : 'Nothing was connected.'} If nothing happens,
          continue yourself:
        </p>
        <p>
          <a class="button main" href={to} rel="noreferrer">
            Continue to {place}
          </a>
        </p>
        <p class="soft small">You can close this page once your assistant says that it is connected.</p>
      </div>
    </PlainFrame>
  );
}

interface RefusedProps {
  readonly code: string;
  readonly message: string;
  /** The address at which the client learns it; null: it learns nothing. */
  readonly back: string | null;
  readonly redirectUri: string | null;
}

/** Why a request for access was refused. */
export function RefusedPage({ code, message, back, redirectUri }: RefusedProps) {
  return (
    <PlainFrame title="Cannot connect">
      <div class="stack">
        <h1>This assistant cannot be connected</h1>
        <p role="alert">{message}</p>
        <p class="soft small">
          Error <code>{code}</code>. The request came from a program, not from you: start again in your
          assistant, or tell its makers.
        </p>
        <p>
          {back !== null && redirectUri !== null && (
            <a class="button" href={back} rel="noreferrer">
              Return to {redirectPlace(redirectUri)}
            </a>
          )}{' '}
          <a class="button quiet" href="/">
            Open the dashboard
          </a>
        </p>
      </div>
    </PlainFrame>
  );
}
