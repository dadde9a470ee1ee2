import { randomUUID } from 'node:crypto';
import { INVITATION_DAYS, type Invitation, type Person } from '../../../contract/people/people.js';
import { ROLE_NAMES, ROLES, type Role } from '../../../contract/roles.js';
import { timeForms } from '../../../time/forms.js';
import { ActForm } from '../layout/act-form.js';
import { Field } from '../layout/field.js';
import { Notice, Pill, When } from '../layout/parts.js';
import { SettingsFrame } from '../layout/settings-frame.js';
import { VisibleText } from '../layout/visible-text.js';
import { may, type User } from '../user.js';

interface PeoplePageProps {
  readonly user: User;
  readonly people: readonly Person[];
  readonly invitations: readonly Invitation[];
  /** Ids of people without whom posts of somebody could be approved by nobody. */
  readonly needed: ReadonlySet<string>;
  /** Ids of those who sign in with a second step; null: the reader does not manage people. */
  readonly withSecondStep: ReadonlySet<string> | null;
  /** An invitation has just been withdrawn. */
  readonly hasWithdrawn: boolean;
  /** Somebody has just been removed. */
  readonly hasRemoved: boolean;
}

/** The people of the workspace, their roles, and invitations. */
export function PeoplePage({
  user,
  people,
  invitations,
  needed,
  withSecondStep,
  hasWithdrawn,
  hasRemoved,
}: PeoplePageProps) {
  const isManager = may(user, 'people:write');
  return (
    <SettingsFrame
      title="People"
      here="/settings/people"
      user={user}
      lead="Who can sign in to this workspace, and what they can do."
    >
      {hasWithdrawn && (
        <Notice tone="good">
          <p role="status">The invitation was withdrawn. Its link no longer works.</p>
        </Notice>
      )}
      {hasRemoved && (
        <Notice tone="good">
          <p role="status">
            The person was removed. Their sessions have ended and their API keys are revoked.
          </p>
        </Notice>
      )}
      {!isManager && (
        <Notice>
          <p>Owners invite people and change roles: {ownersIn(people)}.</p>
        </Notice>
      )}
      <ul class="rows" aria-label="People">
        {people.map((person) => (
          <PersonRow
            person={person}
            user={user}
            isManager={isManager}
            isNeeded={needed.has(person.id)}
            hasSecondStep={withSecondStep?.has(person.id) ?? null}
          />
        ))}
      </ul>
      <Invitations user={user} invitations={invitations} isManager={isManager} />
      <section class="section">
        <h2>Roles</h2>
        <dl class="facts">
          {ROLE_NAMES.map((role) => (
            <>
              <dt>{capital(role)}</dt>
              <dd>Can {ROLES[role].can}.</dd>
            </>
          ))}
        </dl>
        <p class="soft small">
          Each role can do what the ones above it can. A change holds at once, for API keys and connected
          assistants of the person as well.
        </p>
      </section>
    </SettingsFrame>
  );
}

interface PersonRowProps {
  readonly person: Person;
  readonly user: User;
  readonly isManager: boolean;
  /** Whether posts of somebody could be approved by nobody without them. */
  readonly isNeeded: boolean;
  /** Null: not shown to the reader. */
  readonly hasSecondStep: boolean | null;
}

function PersonRow({ person, user, isManager, isNeeded, hasSecondStep }: PersonRowProps) {
  const { id, name, signInName, role, disabled } = person;
  const isSelf = id === user.person.id;
  return (
    <li id={id}>
      <div class="line">
        <div class="grow">
          <strong>
            <VisibleText text={name} />
          </strong>{' '}
          <Pill tone={role === 'owner' ? 'good' : 'plain'}>{capital(role)}</Pill>{' '}
          {isSelf && <Pill tone="calm">You</Pill>} {disabled && <Pill tone="warn">Disabled</Pill>}
        </div>
      </div>
      <div class="small soft">
        {signInName === null ? 'has no sign-in name yet' : `signs in as ${signInName}`} · joined{' '}
        <At instant={person.joinedAt} user={user} />
        {isSelf && ' · here now'}
        {!isSelf && person.lastSeenAt !== null && (
          <>
            {' '}
            · last seen <At instant={person.lastSeenAt} user={user} />
          </>
        )}
        {hasSecondStep !== null && ` · ${hasSecondStep ? 'second step set up' : 'no second step'}`}
      </div>
      {isManager && <PersonActs person={person} user={user} isNeeded={isNeeded} />}
    </li>
  );
}

function PersonActs({ person, user, isNeeded }: Omit<PersonRowProps, 'isManager' | 'hasSecondStep'>) {
  const { id, name, role, disabled } = person;
  const path = `/settings/people/${id}`;
  const loss = isNeeded ? withoutApprover(name) : null;
  const warning = loss === null ? '' : ` ${loss}`;
  return (
    <details>
      <summary class="button quiet">Change</summary>
      {loss !== null && (
        <Notice tone="warn">
          <p>{loss}</p>
        </Notice>
      )}
      <ActForm action={`${path}/role`} csrfToken={user.csrfToken}>
        <div class="label-edit">
          <RoleField id={`role-${id}`} chosen={role} />
          <button class="button" type="submit">
            Change role
          </button>
        </div>
      </ActForm>
      <div class="buttons">
        <a class="button" href={`${path}/sessions`}>
          Sessions
        </a>
        {disabled ? (
          <ActForm action={`${path}/enable`} csrfToken={user.csrfToken}>
            <button class="button" type="submit">
              Give access back
            </button>
          </ActForm>
        ) : (
          <ActForm
            action={`${path}/disable`}
            csrfToken={user.csrfToken}
            ask={`Disable ${name}? Their sessions end, and their API keys stop until you give the access back.${warning}`}
          >
            <button class="button" type="submit">
              Disable
            </button>
          </ActForm>
        )}
        <ActForm
          action={`${path}/remove`}
          csrfToken={user.csrfToken}
          ask={`Remove ${name} from this workspace? Their sessions end and their API keys are revoked. What they did keeps their name.${warning}`}
        >
          <button class="button danger" type="submit">
            Remove
          </button>
        </ActForm>
      </div>
    </details>
  );
}

/** What the workspace loses with somebody's right to approve. */
const withoutApprover = (name: string): string =>
  `Somebody other than the author approves each post here. Without ${name} as approver or owner, at most one person can approve posts, and nobody can approve theirs.`;

function Invitations({
  user,
  invitations,
  isManager,
}: Pick<PeoplePageProps, 'user' | 'invitations'> & { readonly isManager: boolean }) {
  if (!isManager && invitations.length === 0) return null;
  return (
    <section class="section">
      <h2>Invitations</h2>
      {invitations.length > 0 && (
        <ul class="rows" aria-label="Open invitations">
          {invitations.map(({ id, role, createdAt, expiresAt }) => (
            <li id={id}>
              <div class="line">
                <div class="grow">
                  <strong>{capital(role)}</strong>{' '}
                  <span class="small soft">
                    made <At instant={createdAt} user={user} /> · works until{' '}
                    <At instant={expiresAt} user={user} />
                  </span>
                </div>
                {isManager && (
                  <ActForm
                    action={`/settings/people/invitations/${id}/withdraw`}
                    csrfToken={user.csrfToken}
                    ask="Withdraw this invitation? Its link stops working."
                  >
                    <button class="button" type="submit">
                      Withdraw
                    </button>
                  </ActForm>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      {isManager && (
        <ActForm action="/settings/people/invite" csrfToken={user.csrfToken} hidden={{ key: randomUUID() }}>
          <p class="soft">
            An invitation is a link that you send yourself. It works once, within {INVITATION_DAYS} days.
          </p>
          <div class="label-edit">
            <RoleField id="invite-role" chosen="editor" />
            <button class="button main" type="submit">
              Create invitation link
            </button>
          </div>
        </ActForm>
      )}
    </section>
  );
}

function RoleField({ id, chosen }: { readonly id: string; readonly chosen: Role }) {
  return (
    <Field id={id} label="Role" isNarrow>
      <select id={id} name="role">
        {ROLE_NAMES.map((role) => (
          <option value={role} selected={role === chosen}>
            {capital(role)}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** People join and invitations end by system time, whatever time a sandbox shows. */
function At({ instant, user }: { readonly instant: string; readonly user: User }) {
  return (
    <When
      forms={timeForms(Date.parse(instant), user.workspace.timezone, user.systemNow)}
      now={user.systemNow}
    />
  );
}

function ownersIn(people: readonly Person[]): string {
  const owners = people.filter(({ role, disabled }) => role === 'owner' && !disabled);
  return owners.map(({ name }) => name).join(', ');
}

const capital = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
