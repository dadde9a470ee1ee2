import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { type ChangedBy, recordActivity } from '../../store/activity.js';
import type { Store } from '../../store/store.js';
import { hashOfSecret } from './secrets.js';

/** Cost of scrypt: 2^15 rounds of 8 blocks, which take 32 MiB and about 60 ms per attempt. */
const COST = { N: 32_768, r: 8, p: 1 } as const;
const KEY_BYTES = 32;
const MAX_LENGTH = 1024;

/** The password cannot be used; the message says why. */
export class InvalidPassword extends Error {
  override readonly name = 'InvalidPassword';
}

export interface PasswordChange {
  /** Where people reach the backend; the password must not contain its host name. */
  readonly publicUrl?: string | null;
  /** Hash of the session that changes the password, which stays signed in. */
  readonly session?: string;
  /** Who changes it, in which workspace. */
  readonly by?: ChangedBy & { readonly workspaceId: string };
}

/**
 * Sets the password for signing in to the dashboard from other machines. It ends all other sessions and removes all
 * sign-in links: somebody who changes the password may have reason to.
 *
 * @throws InvalidPassword
 */
export async function setAdminPassword(
  store: Store,
  password: string,
  now: number,
  { publicUrl = null, session, by }: PasswordChange = {},
): Promise<void> {
  if (password.length > MAX_LENGTH) {
    throw new InvalidPassword(`The admin password is too long. Use at most ${MAX_LENGTH} characters.`);
  }
  // The words that it compares with are needed only here.
  const { passwordProblem } = await import('./password-rules.js');
  const workspaces = await store.db.selectFrom('workspaces').select('name').execute();
  const problem = passwordProblem(password, { publicUrl, workspaces: workspaces.map(({ name }) => name) });
  if (problem !== null) throw new InvalidPassword(problem);
  const salt = randomBytes(16);
  const key = await derive(password, salt, COST);
  const hash = ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join(
    '$',
  );
  await store.write(async (trx) => {
    await trx
      .insertInto('admin_password')
      .values({ id: 1, hash, changed_at: now })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ hash, changed_at: now }))
      .execute();
    await trx
      .deleteFrom('sessions')
      .$if(session !== undefined, (query) => query.where('hash', '!=', session ?? ''))
      .execute();
    await trx.deleteFrom('sign_in_links').execute();
    if (by) {
      const summary = 'changed the admin password, and signed out all other browsers';
      await recordActivity(trx, { objectId: null, operation: 'password.change', summary, ...by });
    }
  });
}

export async function hasAdminPassword(store: Store): Promise<boolean> {
  return (await storedHash(store)) !== null;
}

/** Changes with the password; null if there is none. */
export async function adminPasswordVersion(store: Store): Promise<string | null> {
  const hash = await storedHash(store);
  return hash === null ? null : hashOfSecret(hash);
}

/** Returns false if no password is set. */
export async function isAdminPassword(store: Store, password: string): Promise<boolean> {
  const [scheme, N, r, p, salt, key] = ((await storedHash(store)) ?? '').split('$');
  if (scheme !== 'scrypt' || salt === undefined || key === undefined || password.length > MAX_LENGTH)
    return false;
  const wanted = Buffer.from(key, 'base64url');
  const given = await derive(password, Buffer.from(salt, 'base64url'), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  });
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

async function storedHash({ db }: Store): Promise<string | null> {
  const row = await db.selectFrom('admin_password').select('hash').executeTakeFirst();
  return row?.hash ?? null;
}

function derive(
  password: string,
  salt: Buffer,
  cost: { readonly N: number; readonly r: number; readonly p: number },
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(
      password.normalize('NFC'),
      salt,
      KEY_BYTES,
      { ...cost, maxmem: 256 * cost.N * cost.r },
      (error, key) => (error ? reject(error) : resolve(key)),
    );
  });
}
