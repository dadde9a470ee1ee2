import type { Store } from '../../store/store.js';
import type { SignInStepRow } from '../../store/tables/people-rows.js';
import { hashOfSecret, newSecret } from './secrets.js';

/** How long a step of signing in can wait for the next one, in milliseconds. */
export const STEP_LIFETIME_MS = 10 * 60 * 1000;

/** What a step waits for. */
type StepKind = SignInStepRow['kind'];

/** A step of signing in that is done, while the next one is not. */
export interface SignInStep {
  /** Who signs in; null: the next step says. */
  readonly personId: string | null;
  readonly workspaceId: string | null;
  /** What the next step is compared with. */
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Remembers a step for the browser that made it.
 *
 * @returns the secret for its cookie
 */
export async function beginStep(
  store: Store,
  kind: StepKind,
  step: SignInStep,
  now: number,
): Promise<string> {
  const secret = newSecret();
  await rememberStep(store, kind, secret, step, now);
  return secret;
}

/**
 * Remembers a step of a browser that has a secret already, in place of the one before of the same kind.
 *
 * @param secret of the browser's cookie, or the id of its session
 */
export async function rememberStep(
  store: Store,
  kind: StepKind,
  secret: string,
  step: SignInStep,
  now: number,
): Promise<void> {
  const row = {
    kind,
    person_id: step.personId,
    workspace_id: step.workspaceId,
    data_json: JSON.stringify(step.data),
    expires_at: now + STEP_LIFETIME_MS,
  };
  await store.write(async (trx) => {
    await trx.deleteFrom('sign_in_steps').where('expires_at', '<=', now).execute();
    await trx
      .insertInto('sign_in_steps')
      .values({ hash: hashOf(kind, secret), ...row })
      .onConflict((conflict) => conflict.column('hash').doUpdateSet(row))
      .execute();
  });
}

/** The step of a browser; null: there is none of this kind, or it has expired. */
export async function findStep(
  { db }: Pick<Store, 'db'>,
  kind: StepKind,
  secret: string | null,
  now: number,
): Promise<SignInStep | null> {
  if (secret === null) return null;
  const row = await db
    .selectFrom('sign_in_steps')
    .selectAll()
    .where('hash', '=', hashOf(kind, secret))
    .where('kind', '=', kind)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row ? stepOf(row) : null;
}

/** Ends a step, so that it is answered once. @returns the step; null: somebody else has ended it, or it has expired */
export async function takeStep(
  store: Store,
  kind: StepKind,
  secret: string | null,
  now: number,
): Promise<SignInStep | null> {
  if (secret === null || (await findStep(store, kind, secret, now)) === null) return null;
  const row = await store.write((trx) =>
    trx
      .deleteFrom('sign_in_steps')
      .where('hash', '=', hashOf(kind, secret))
      .where('kind', '=', kind)
      .returningAll()
      .executeTakeFirst(),
  );
  return row && row.expires_at > now ? stepOf(row) : null;
}

/** A browser can have one step of each kind. */
const hashOf = (kind: StepKind, secret: string): string => hashOfSecret(`${kind} ${secret}`);

const stepOf = ({ person_id, workspace_id, data_json }: SignInStepRow): SignInStep => ({
  personId: person_id,
  workspaceId: workspace_id,
  data: JSON.parse(data_json),
});
