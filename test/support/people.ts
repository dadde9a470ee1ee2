import { scryptSync } from 'node:crypto';
import type { Clock } from '../../src/backend/base/clock.js';
import { randomIds } from '../../src/backend/base/ids.js';
import type { ActingPerson } from '../../src/backend/operations/call.js';
import type { Role } from '../../src/contract/roles.js';
import type { BackendUnderTest } from './running-backend.js';
import { Visitor } from './visitor.js';

/** A person of a test, with the password that they sign in with. */
export interface TestPerson {
  readonly acting: ActingPerson;
  readonly credentials: { readonly name: string; readonly password: string };
  /** Signs in with the password, in a new browser. */
  signIn(): Promise<Visitor>;
}

/** What a test says of a person. */
interface NewTestPerson {
  /** The sign-in name. */
  readonly name: string;
  readonly role: Role;
  readonly displayName?: string;
}

/** Adds a person to a workspace, with a password whose hash takes microseconds to check. */
export async function addPerson(
  test: Pick<BackendUnderTest<Clock>, 'backend' | 'workspace' | 'clock'>,
  { name, role, displayName = name }: NewTestPerson,
): Promise<TestPerson> {
  const password = `the tin of ${name} is green`;
  const now = test.clock.now();
  const id = randomIds.next('person', now);
  const { db } = test.backend.services.store;
  const row = { id, name, display_name: displayName, password_hash: quickHash(password), created_at: now };
  await db.insertInto('people').values(row).execute();
  await db
    .insertInto('memberships')
    .values({ person_id: id, workspace_id: test.workspace.id, role, created_at: now })
    .execute();
  const credentials = { name, password };
  return {
    acting: { id, name: displayName, role },
    credentials,
    signIn: async () => {
      const visitor = new Visitor(`http://127.0.0.1:${test.backend.port}`);
      await visitor.send('/sign-in', credentials);
      if (visitor.cookie === null) throw new Error(`The password did not sign ${name} in.`);
      return visitor;
    },
  };
}

/** A stored hash of a cost that takes microseconds to check. */
export function quickHash(password: string): string {
  const [N, r, p] = [16, 1, 1];
  const salt = Buffer.from('salt of the tests');
  const key = scryptSync(password, salt, 32, { N, r, p });
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
}
