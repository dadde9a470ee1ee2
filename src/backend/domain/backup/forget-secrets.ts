import { deleteSealRecord } from '../../store/sealing/seal-record.js';
import { NO_CREDENTIALS, sealedLater } from '../../store/sealing/sealed.js';
import { SECRET_NAMES } from '../../store/sealing/sealed-columns.js';
import type { Store, Write } from '../../store/store.js';
import { workspaceNow } from '../../store/workspace-clock.js';
import { newSecret } from '../webhooks/signature.js';

/** What a restore left out, because the key that opens it was not there. */
export interface ForgottenSecrets {
  /** Accounts that have to be reconnected. */
  readonly accounts: number;
  /** Webhooks that are paused until their secret is rotated. */
  readonly webhooks: number;
}

/**
 * Removes what only the former secret key can open. Accounts have to be reconnected, and webhooks wait for a new
 * signing secret; the next start seals with a key of its own.
 */
export function forgetSecrets(store: Store, systemNow: number): Promise<ForgottenSecrets> {
  return store.write(async (trx) => {
    const forgotten = { accounts: 0, webhooks: 0 };
    for (const workspace of await trx.selectFrom('workspaces').selectAll().execute()) {
      const now = workspaceNow(workspace, systemNow);
      const accounts = await trx
        .updateTable('accounts')
        .set({
          credentials_json: NO_CREDENTIALS,
          health_status: 'reconnect_required',
          health_reason:
            'Its access token was not restored from the backup, because the secret key was missing.',
          health_action: 'Connect the account again.',
          health_checked_at: now,
        })
        .where('workspace_id', '=', workspace.id)
        .executeTakeFirstOrThrow();
      forgotten.accounts += Number(accounts.numUpdatedRows);
      forgotten.webhooks += await pauseWebhooks(trx, workspace.id, now);
    }
    await trx
      .deleteFrom('secrets')
      .where('name', 'in', [...SECRET_NAMES])
      .execute();
    await deleteSealRecord(trx);
    return forgotten;
  });
}

/** Gives each webhook a secret that nobody knows: what it signs is refused until the secret is rotated. */
async function pauseWebhooks(trx: Write, workspaceId: string, now: number): Promise<number> {
  const webhooks = await trx
    .selectFrom('webhooks')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .execute();
  for (const { id } of webhooks) {
    await trx
      .updateTable('webhooks')
      .set({
        secret: sealedLater(newSecret()),
        former_secret: null,
        former_until: null,
        active: 0,
        disabled_because: 'paused',
        disabled_reason:
          'Its signing secret was not restored from the backup, because the secret key was missing. Rotate the secret, give the new one to the receiver, then enable the webhook.',
        disabled_at: now,
        updated_at: now,
      })
      .where('id', '=', id)
      .execute();
  }
  return webhooks.length;
}
