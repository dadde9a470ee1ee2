import { defineCommand, flag } from '../../command.js';
import { CliFailure } from '../../failure.js';
import { canAsk, confirm } from '../../input/prompt.js';
import { DATA_OPTIONS, dataLocation } from '../server/data-location.js';
import { withStore } from '../server/with-store.js';
import { theAssistant } from './assistant-words.js';

export const assistantsEnd = defineCommand({
  name: 'assistants end',
  group: 'Setup',
  summary: 'Disconnect an assistant',
  details: 'Takes effect with its next request. It can be connected again.',
  arguments: [{ name: '<assistant>', description: 'Its id or name, as shown by `assistants list`' }],
  options: { yes: flag('-y, --yes', 'Skip the confirmation prompt'), ...DATA_OPTIONS },
  examples: [
    { type: 'assistants end "Claude (claude.ai)"', does: 'Disconnect an assistant by its name' },
    { type: 'assistants end key_01k9x3m5t7v9b2c4d6f8g0h1jk --yes', does: 'Disconnect it by id, in a script' },
  ],
  run: async ({ arguments: [name = ''], options }, context) => {
    const [{ endAssistant, listAssistants }, { changedFromTerminal }] = await Promise.all([
      import('../../../backend/domain/assistants/assistants.js'),
      import('../../../backend/domain/access/actors.js'),
    ]);
    const ended = await withStore(
      dataLocation(options, context.env),
      'refuse',
      async ({ store, workspace, making }) => {
        const assistant = theAssistant(await listAssistants(store, workspace.id), name);
        const ask = `Disconnect "${assistant.label}"?`;
        if (!options.yes && canAsk(context) && !(await confirm(context, ask))) {
          throw new CliFailure('not_confirmed', 'Nothing was disconnected.', { changed: 'nothing' });
        }
        const by = await changedFromTerminal(store, workspace, making);
        await endAssistant(store, workspace.id, assistant, making.clock.now(), by);
        return assistant;
      },
    );
    context.output.result({
      data: { id: ended.id, label: ended.label },
      brief: [ended.id],
      text: () => `Disconnected "${ended.label}".`,
    });
  },
});
