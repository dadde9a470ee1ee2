import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { Store } from '../../store/store.js';

/** Cost of scrypt: 2^15 rounds of 8 blocks, which take 32 MiB and about 60 ms per attempt. */
const COST = { N: 32_768, r: 8, p: 1 } as const;
const KEY_BYTES = 32;
/** Shorter passwords are too easy to guess from a stolen hash. */
const MIN_LENGTH = 12;
const MAX_LENGTH = 1024;

/** The password cannot be used; the message says why. */
export class InvalidPassword extends Error {
  override readonly name = 'InvalidPassword';
}

/**
 * Sets the password for signing in to the dashboard from other machines. Existing sessions stay signed in.
 *
 * @throws InvalidPassword
 */
export async function setAdminPassword(store: Store, password: string, now: number): Promise<void> {
  if (password.length < MIN_LENGTH || password.length > MAX_LENGTH) {
    throw new InvalidPassword(`The admin password must have at least ${MIN_LENGTH} characters.`);
  }
  const salt = randomBytes(16);
  const key = await derive(password, salt, COST);
  const hash = ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join(
    '$',
  );
  await store.write((trx) =>
    trx
      .insertInto('admin_password')
      .values({ id: 1, hash, changed_at: now })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ hash, changed_at: now }))
      .execute(),
  );
}

export async function hasAdminPassword(store: Store): Promise<boolean> {
  return (await storedHash(store)) !== null;
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
