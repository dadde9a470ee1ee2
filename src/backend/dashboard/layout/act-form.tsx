import { randomUUID } from 'node:crypto';
import type { Child } from 'hono/jsx';
import { showHidden } from '../../../base/hidden-characters.js';

interface ActFormProps {
  readonly action: string;
  readonly csrfToken: string;
  /** Hidden fields. */
  readonly hidden?: Readonly<Record<string, string>>;
  /** A question to confirm before the form is sent. */
  readonly ask?: string | undefined;
  /**
   * A script sends the form, so that nothing is lost if there is no answer. Its idempotency key makes a second try safe.
   */
  readonly isSent?: boolean;
  readonly children: Child;
}

/** A form with its CSRF token and hidden fields. */
export function ActForm({ action, csrfToken, hidden = {}, ask, isSent = false, children }: ActFormProps) {
  return (
    <form
      method="post"
      action={action}
      data-ask={ask === undefined ? undefined : showHidden(ask)}
      data-send={isSent ? '' : undefined}
    >
      <input type="hidden" name="csrf" value={csrfToken} />
      {isSent && <input type="hidden" name="key" value={randomUUID()} />}
      {Object.entries(hidden).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}
