import type { Child } from 'hono/jsx';

interface ActFormProps {
  readonly action: string;
  readonly csrfToken: string;
  /** What it sends without asking. */
  readonly hidden?: Readonly<Record<string, string>>;
  /** A question that is asked before it is sent. */
  readonly ask?: string;
  readonly children: Child;
}

/** A form that does something: its token and its silent fields. */
export function ActForm({ action, csrfToken, hidden = {}, ask, children }: ActFormProps) {
  return (
    <form method="post" action={action} data-ask={ask}>
      <input type="hidden" name="csrf" value={csrfToken} />
      {Object.entries(hidden).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}
