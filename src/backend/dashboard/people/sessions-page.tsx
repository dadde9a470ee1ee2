import type { Person, PersonSession } from '../../../contract/people/people.js';
import { ActForm } from '../layout/act-form.js';
import { Empty } from '../layout/parts.js';
import { SettingsFrame } from '../layout/settings-frame.js';
import { VisibleText } from '../layout/visible-text.js';
import { SessionRow } from '../sessions/session-row.js';
import type { User } from '../user.js';

interface PersonSessionsPageProps {
  readonly user: User;
  readonly person: Person;
  readonly sessions: readonly PersonSession[];
  /** The id of the session that opens the page. */
  readonly current: string;
}

/** The browsers in which somebody is signed in, for owners. */
export function PersonSessionsPage({
  user,
  person: { id, name },
  sessions,
  current,
}: PersonSessionsPageProps) {
  const path = `/settings/people/${id}/sessions`;
  return (
    <SettingsFrame
      title={`Sessions of ${name}`}
      here="/settings/people"
      user={user}
      lead="Signing out takes effect with the next request of the browser. The person can sign in again; to take their access, disable or remove them."
    >
      <p>
        <a href={`/settings/people#${id}`}>All people</a>
      </p>
      {sessions.length === 0 ? (
        <Empty title="Signed in nowhere">
          <p>
            <VisibleText text={name} /> has no active session.
          </p>
        </Empty>
      ) : (
        <>
          <ul class="rows" aria-label="Sessions">
            {sessions.map((session) => (
              <SessionRow
                session={{
                  ...session,
                  createdAt: Date.parse(session.createdAt),
                  lastUsedAt: Date.parse(session.lastUsedAt),
                }}
                isOwn={session.id === current}
                user={user}
                action={`${path}/${session.id}/end`}
              />
            ))}
          </ul>
          <ActForm
            action={`${path}/end-all`}
            csrfToken={user.csrfToken}
            ask={`Sign ${name} out everywhere? Sign-in links that they have not used stop working, too.`}
          >
            <button class="button danger" type="submit">
              Sign out everywhere
            </button>
          </ActForm>
        </>
      )}
    </SettingsFrame>
  );
}
