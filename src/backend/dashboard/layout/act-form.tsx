import type { Child } from 'hono/jsx';
import { showHidden } from '../../../base/hidden-characters.js';

interface ActFormProps {
  readonly action: string;
  readonly csrfToken: string;
  /** Hidden fields. */
  readonly hidden?: Readonly<Record<string, string>>;
  /** A question to confirm before the form is sent. */
  readonly ask?: string;
  readonly children: Child;
}

/** A form with its CSRF token and hidden fields. */
export function ActForm({ action, csrfToken, hidden = {}, ask, children }: ActFormProps) {
  return (
    <form method="post" action={action} data-ask={ask === undefined ? undefined : showHidden(ask)}>
      <input type="hidden" name="csrf" value={csrfToken} />
      {Object.entries(hidden).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}
