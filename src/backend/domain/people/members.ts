import type { Role } from '../../../contract/roles.js';
import type { Queries } from '../../store/store.js';
import { foldName } from '../access/passwords.js';

/** A person of a workspace. Instants are epoch milliseconds of system time. */
export interface Member {
  readonly id: string;
  /** What they sign in with; null: the first owner, who has not chosen a name. */
  readonly name: string | null;
  /** How others see them. */
  readonly displayName: string;
  readonly role: Role;
  readonly hasPassword: boolean;
  /** From when on they have no access; null: they are active. */
  readonly disabledAt: number | null;
  readonly joinedAt: number;
  /** Up to ten minutes before the latest use of the dashboard; null: no session of theirs is known. */
  readonly lastSeenAt: number | null;
}

const membersOf = (db: Queries, workspaceId: string) =>
  db
    .selectFrom('memberships')
    .innerJoin('people', 'people.id', 'memberships.person_id')
    .select(['people.id', 'people.name', 'people.display_name', 'people.password_hash', 'people.disabled_at'])
    .select(['memberships.role', 'memberships.created_at as joined_at'])
    .select((query) =>
      query
        .selectFrom('sessions')
        .select((session) => session.fn.max('sessions.last_used_at').as('at'))
        .whereRef('sessions.person_id', '=', 'people.id')
        .as('last_seen_at'),
    )
    .where('memberships.workspace_id', '=', workspaceId);

/** The people of a workspace, who joined first comes first. */
export async function listMembers(db: Queries, workspaceId: string): Promise<Member[]> {
  const rows = await membersOf(db, workspaceId)
    .orderBy('memberships.created_at')
    .orderBy('people.id')
    .execute();
  return rows.map(viewOf);
}

/** The ids of those who sign in with an authenticator or a passkey besides their password. */
export async function peopleWithSecondStep(db: Queries, workspaceId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('people', 'people.id', 'memberships.person_id')
    .select('people.id')
    .where('memberships.workspace_id', '=', workspaceId)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('people.totp_secret', 'is not', null),
        exists(selectFrom('passkeys').select('passkeys.id').whereRef('passkeys.person_id', '=', 'people.id')),
      ]),
    )
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** A person of a workspace by id. */
export async function findMember(
  db: Queries,
  workspaceId: string,
  personId: string,
): Promise<Member | undefined> {
  const row = await membersOf(db, workspaceId).where('people.id', '=', personId).executeTakeFirst();
  return row && viewOf(row);
}

/**
 * A person of a workspace as somebody types them: by id, sign-in name, or the name that others see.
 *
 * @returns all whom it may mean; an id or a sign-in name means one
 */
export async function membersNamed(db: Queries, workspaceId: string, typed: string): Promise<Member[]> {
  const folded = foldName(typed);
  const all = await listMembers(db, workspaceId);
  const exact = all.filter(({ id, name }) => id === typed.trim() || name === folded);
  return exact.length > 0 ? exact : all.filter(({ displayName }) => foldName(displayName) === folded);
}

type MemberRow = Awaited<ReturnType<ReturnType<typeof membersOf>['executeTakeFirstOrThrow']>>;

function viewOf(row: MemberRow): Member {
  return {
    id: row.id,
    name: row.name,
    displayName: row.display_name,
    role: row.role,
    hasPassword: row.password_hash !== null,
    disabledAt: row.disabled_at,
    joinedAt: row.joined_at,
    lastSeenAt: row.last_seen_at,
  };
}
