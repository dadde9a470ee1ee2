import type { Member } from '../../../backend/domain/people/members.js';
import type { ChangedBy } from '../../../backend/store/activity.js';
import { defineCommand } from '../../command.js';
import { usageFailure } from '../../failure.js';
import { askHidden, canAsk } from '../../input/prompt.js';
import { readStdin, withoutFinalBreak } from '../../input/read-text.js';
import { PERSON_OPTION, personOrOwner } from '../people/person-named.js';
import { DATA_OPTIONS, dataLocation } from './data-location.js';
import { findRunning } from './running-backend.js';
import { type OpenData, withDatabase } from './with-store.js';

export const password = defineCommand({
  name: 'password',
  group: 'Setup',
  summary: 'Set the admin password for the dashboard, or the password of a person',
  details:
    'Required before a backend accepts connections from other machines. Asks in a terminal, or reads standard input. The password needs at least 12 characters and must not be easy to guess; only its scrypt hash is stored. A new password signs out all browsers of its person and withdraws their sign-in links. The admin password is that of the first owner.',
  options: { ...PERSON_OPTION, ...DATA_OPTIONS },
  examples: [
    { type: 'password', does: 'Enter the password twice, hidden' },
    {
      type: 'password --data /var/lib/postrider < /run/secrets/admin',
      does: 'Read the password from a file',
    },
  ],
  run: async ({ options }, context) => {
    const chosen = canAsk(context)
      ? await askHidden(context, 'New password: ')
      : withoutFinalBreak(await readStdin(context));
    if (canAsk(context) && (await askHidden(context, 'Repeat the password: ')) !== chosen) {
      throw usageFailure('The passwords do not match.');
    }
    const place = dataLocation(options, context.env);
    const publicUrl = findRunning(place.folder.value)?.url ?? null;
    const person = await withDatabase(place, async (data) => {
      const { member, by } = await personAndAuthor(data, options.person);
      const change = { publicUrl, ...(by && { by }) };
      const { InvalidPassword, setPassword } = await import('../../../backend/domain/access/passwords.js');
      await setPassword(data.store, member.id, chosen, data.making.clock.now(), change).catch(
        (error: unknown) => {
          throw error instanceof InvalidPassword ? usageFailure(error.message) : error;
        },
      );
      return member;
    });
    context.output.result({
      data: { set: true, dataFolder: place.folder.value },
      brief: [],
      text: () =>
        options.person === undefined
          ? 'The admin password is set, and all browsers are signed out. Sign in to the dashboard at /sign-in.'
          : `The password of ${person.displayName} is set, and their browsers are signed out.`,
    });
  },
});

/** Whose password it is, and who changes it. Before the first start there is no workspace: `serve --live` makes it. */
async function personAndAuthor(
  { store, making }: Omit<OpenData, 'workspace'>,
  name: string | undefined,
): Promise<{
  readonly member: Pick<Member, 'id' | 'displayName'>;
  readonly by?: ChangedBy & { readonly workspaceId: string };
}> {
  const [{ oldestWorkspace }, { changedFromTerminal }, { firstOwnerOrNew }] = await Promise.all([
    import('../../../backend/domain/access/workspaces.js'),
    import('../../../backend/domain/access/actors.js'),
    import('../../../backend/domain/access/first-owner.js'),
  ]);
  const workspace = await oldestWorkspace(store.db);
  if (workspace === undefined && name === undefined) {
    const { id, display_name } = await firstOwnerOrNew(store, making);
    return { member: { id, displayName: display_name } };
  }
  if (workspace === undefined) throw usageFailure('Before the first start there is only the first owner.');
  return {
    member: await personOrOwner({ store, workspace }, name),
    by: { workspaceId: workspace.id, ...(await changedFromTerminal(store, workspace, making)) },
  };
}
