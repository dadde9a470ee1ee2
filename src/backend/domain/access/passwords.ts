import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { type ChangedBy, recordActivity } from '../../store/activity.js';
import type { Queries, Store, Write } from '../../store/store.js';

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
 * Sets a person's password. It ends their other sessions and removes their sign-in links: somebody who changes the
 * password may have reason to. Other people stay signed in.
 *
 * @throws InvalidPassword
 */
export async function setPassword(
  store: Store,
  personId: string,
  password: string,
  now: number,
  { publicUrl = null, session, by }: PasswordChange = {},
): Promise<void> {
  const hash = await passwordHash(store.db, password, publicUrl);
  await store.write(async (trx) => {
    await trx
      .updateTable('people')
      .set({ password_hash: hash, password_changed_at: now })
      .where('id', '=', personId)
      .execute();
    await endAccess(trx, personId, session);
    if (by) {
      const person = await trx
        .selectFrom('people')
        .select('display_name')
        .where('id', '=', personId)
        .executeTakeFirst();
      const summary = `changed the password of ${person?.display_name}, and signed out their browsers`;
      await recordActivity(trx, { objectId: null, operation: 'password.change', summary, ...by });
    }
  });
}

/**
 * Ends the sessions of a person, and removes their unused sign-in links and the sign-ins that wait for their next step.
 *
 * @param except hash of the session that stays
 */
export async function endAccess(trx: Write, personId: string, except?: string): Promise<void> {
  await trx
    .deleteFrom('sessions')
    .where('person_id', '=', personId)
    .$if(except !== undefined, (query) => query.where('hash', '!=', except ?? ''))
    .execute();
  await trx.deleteFrom('sign_in_links').where('person_id', '=', personId).execute();
  await trx.deleteFrom('sign_in_steps').where('person_id', '=', personId).execute();
}

/**
 * The hash under which a password is stored.
 *
 * @throws InvalidPassword if it is too long, too short or easy to guess
 */
export async function passwordHash(db: Queries, password: string, publicUrl: string | null): Promise<string> {
  if (password.length > MAX_LENGTH) {
    throw new InvalidPassword(`The password is too long. Use at most ${MAX_LENGTH} characters.`);
  }
  // The words that it compares with are needed only here.
  const { passwordProblem } = await import('./password-rules.js');
  const workspaces = await db.selectFrom('workspaces').select('name').execute();
  const problem = passwordProblem(password, { publicUrl, workspaces: workspaces.map(({ name }) => name) });
  if (problem !== null) throw new InvalidPassword(problem);
  const salt = randomBytes(16);
  const key = await derive(password, salt, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Whether somebody can sign in with a password. */
export async function isAnyPasswordSet({ db }: Pick<Store, 'db'>): Promise<boolean> {
  const row = await db
    .selectFrom('people')
    .select('id')
    .where('password_hash', 'is not', null)
    .where('disabled_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** What the sign-in page asks for. */
export interface WaysToSignIn {
  /** Whether anybody can sign in with a password. */
  readonly password: boolean;
  /** Whether anybody has a passkey. */
  readonly passkeys: boolean;
  /** Whether it asks for a name: `none`, if there is only the first owner, who has not chosen one. */
  readonly name: 'none' | 'optional' | 'required';
}

export async function waysToSignIn(store: Pick<Store, 'db'>): Promise<WaysToSignIn> {
  const named = await store.db
    .selectFrom('people')
    .select('id')
    .where('name', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  const [password, nameless, passkey] = await Promise.all([
    isAnyPasswordSet(store),
    findSigningIn(store, ''),
    store.db.selectFrom('passkeys').select('id').limit(1).executeTakeFirst(),
  ]);
  return {
    password,
    passkeys: passkey !== undefined,
    name: named === undefined ? 'none' : nameless === null ? 'required' : 'optional',
  };
}

/** Somebody who may be the one that tries to sign in. */
export interface SigningInPerson {
  readonly id: string;
  /** Null: no password is set. */
  readonly passwordHash: string | null;
  readonly isDisabled: boolean;
}

/**
 * The person with a sign-in name.
 *
 * @param name empty: the first owner, as long as they have not chosen a name
 */
export async function findSigningIn(
  { db }: Pick<Store, 'db'>,
  name: string,
): Promise<SigningInPerson | null> {
  const folded = foldName(name);
  const row = await db
    .selectFrom('people')
    .select(['id', 'password_hash', 'disabled_at'])
    .$if(folded === '', (query) => query.where('name', 'is', null).where('password_hash', 'is not', null))
    .$if(folded !== '', (query) => query.where('name', '=', folded))
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  return { id: row.id, passwordHash: row.password_hash, isDisabled: row.disabled_at !== null };
}

/** A sign-in name as it is stored and compared. */
export const foldName = (name: string): string => name.trim().toLowerCase();

/** The stored hash of a person's password; null: none is set. */
export async function passwordHashOf({ db }: Pick<Store, 'db'>, personId: string): Promise<string | null> {
  const row = await db
    .selectFrom('people')
    .select('password_hash')
    .where('id', '=', personId)
    .executeTakeFirst();
  return row?.password_hash ?? null;
}

/** What nobody's password has, so that an unknown name takes as long to check as a known one. */
const NOBODY = ['scrypt', COST.N, COST.r, COST.p, 'bm9ib2R5IGF0IGFsbC4u', 'A'.repeat(43)].join('$');

/** @param hash null: nobody's, for which no password is right */
export async function isPasswordOf(hash: string | null, password: string): Promise<boolean> {
  const [scheme, N, r, p, salt, key] = (hash ?? NOBODY).split('$');
  if (scheme !== 'scrypt' || salt === undefined || key === undefined || password.length > MAX_LENGTH)
    return false;
  const wanted = Buffer.from(key, 'base64url');
  const given = await derive(password, Buffer.from(salt, 'base64url'), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  });
  return given.length === wanted.length && timingSafeEqual(given, wanted) && hash !== null;
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
