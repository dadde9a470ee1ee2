import {
  CONNECTION_MINUTES,
  type Connection,
  type FinishConnection,
  MAX_CHOICES,
} from '../../../contract/accounts/connections.js';
import type { ChoosableAccount } from '../../networks/connecting/connector.js';
import type { Call } from '../../operations/call.js';
import { refusalOfIssue } from '../../operations/refusal.js';
import type { Store } from '../../store/store.js';
import type { ConnectionRow } from '../../store/tables/connection-rows.js';
import { standingBefore } from './standing.js';
import { viewConnection } from './view.js';

/** Keeps the accounts of a sign-in, sealed, until the person has chosen among them. */
export async function offerChoices(
  call: Call<'connections.finish'>,
  row: ConnectionRow,
  offered: readonly ChoosableAccount[],
): Promise<Connection> {
  const { store, clock } = call.services;
  const choices = offered.slice(0, MAX_CHOICES);
  const now = clock.now();
  const choosing = {
    status: 'choosing',
    problem: null,
    sealed: store.vault.sealConnection(row.id, { choices: JSON.stringify(choices) }),
    expires_at: now + CONNECTION_MINUTES * 60_000,
  } as const;
  await store.write((trx) => trx.updateTable('connections').set(choosing).where('id', '=', row.id).execute());
  const standing = await standingBefore(call, row.platform);
  return viewConnection({ ...row, ...choosing }, { now, standing, choices });
}

/** The accounts that a connection offers. */
export function openChoices(
  { vault }: Pick<Store, 'vault'>,
  { id, sealed }: ConnectionRow,
): readonly ChoosableAccount[] {
  return sealed === null ? [] : JSON.parse(vault.openConnection(id, sealed)['choices'] ?? '[]');
}

/** @throws RequestRefused nothing, or something else than what is offered, is chosen */
export function chosenOf(
  { id }: ConnectionRow,
  offered: readonly ChoosableAccount[],
  { choices = [] }: FinishConnection,
): readonly ChoosableAccount[] {
  const allowed = offered.map(({ networkUserId }) => networkUserId);
  const unknown = choices.find((choice) => !allowed.includes(choice));
  if (choices.length > 0 && unknown === undefined) {
    return offered.filter(({ networkUserId }) => choices.includes(networkUserId));
  }
  throw refusalOfIssue('validation_failed', {
    message:
      unknown === undefined
        ? `${id} offers several accounts: send the ids of those to connect in \`choices\`.`
        : `${id} does not offer “${unknown}”.`,
    pointer: '/choices',
    allowed,
  });
}
