import { timeForms } from '../../../time/forms.js';
import type { ListedSession } from '../../domain/access/end-sessions.js';
import { ActForm } from '../layout/act-form.js';
import { Pill, When } from '../layout/parts.js';
import type { User } from '../user.js';

interface SessionRowProps {
  readonly session: Pick<ListedSession, 'id' | 'browser' | 'address' | 'createdAt' | 'lastUsedAt'>;
  /** It opens the page. */
  readonly isOwn: boolean;
  readonly user: User;
  /** The address of the form that ends it. */
  readonly action: string;
}

/** A browser in which somebody is signed in. Sessions have system time, whatever time a sandbox shows. */
export function SessionRow({ session, isOwn, user, action }: SessionRowProps) {
  const { id, browser, address, createdAt, lastUsedAt } = session;
  const now = user.systemNow;
  const at = (instant: number) => <When forms={timeForms(instant, user.workspace.timezone, now)} now={now} />;
  return (
    <li id={`session-${id}`}>
      <div class="line">
        <div class="grow">
          <strong>{browser}</strong> {isOwn && <Pill tone="good">This browser</Pill>}
        </div>
        <ActForm
          action={action}
          csrfToken={user.csrfToken}
          ask={isOwn ? 'Sign out this browser?' : `Sign out this session of ${browser}?`}
        >
          <button class="button" type="submit">
            Sign out
          </button>
        </ActForm>
      </div>
      <div class="small soft">
        {address !== null && <>{address} · </>}signed in {at(createdAt)} ·{' '}
        {isOwn ? 'in use now' : <>last used {at(lastUsedAt)}</>}
      </div>
    </li>
  );
}
