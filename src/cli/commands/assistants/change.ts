import type { Assistant } from '../../../backend/domain/assistants/assistants.js';
import type { Grant } from '../../../backend/domain/assistants/connections.js';
import { CONFIRM_POLICIES, TOOLSETS } from '../../../contract/service/key-policy.js';
import { choice, defineCommand, list } from '../../command.js';
import { CliFailure, usageFailure } from '../../failure.js';
import { policyWords } from '../../output/key-policy.js';
import { DATA_OPTIONS, dataLocation } from '../server/data-location.js';
import { withStore } from '../server/with-store.js';
import { theAssistant, withInstants } from './assistant-words.js';

const PRESETS = ['read', 'draft', 'full'] as const;

export const assistantsChange = defineCommand({
  name: 'assistants change',
  group: 'Setup',
  summary: 'Change what a connected assistant may do',
  details:
    'Takes effect with its next request; nothing has to be connected again. An assistant can never do more than the role of the person who connected it.',
  arguments: [{ name: '<assistant>', description: 'Its id or name, as shown by `assistants list`' }],
  options: {
    preset: choice('--preset <name>', 'What it may do', PRESETS),
    confirm: choice('--confirm <policy>', 'When its tools ask for confirmation', CONFIRM_POLICIES),
    toolsets: list('--toolsets <list>', `Only these groups of tools: ${TOOLSETS.join(', ')}`, TOOLSETS),
    ...DATA_OPTIONS,
  },
  examples: [
    { type: 'assistants change "Claude (claude.ai)" --preset full', does: 'Let an assistant publish' },
    {
      type: 'assistants change key_01k9x3m5t7v9b2c4d6f8g0h1jk --preset read --toolsets posts',
      does: 'Let it only read posts',
    },
  ],
  run: async ({ arguments: [name = ''], options }, { output, env }) => {
    const { preset, confirm } = options;
    const toolsets = TOOLSETS.filter((one) => options.toolsets.includes(one));
    if (preset === undefined && confirm === undefined && toolsets.length === 0) {
      throw usageFailure('Nothing to change.', 'Use --preset, --confirm or --toolsets.');
    }
    const [{ changeAssistant, findAssistant, listAssistants }, { scopesOfPreset }, { changedFromTerminal }] =
      await Promise.all([
        import('../../../backend/domain/assistants/assistants.js'),
        import('../../../backend/domain/assistants/presets.js'),
        import('../../../backend/domain/access/actors.js'),
      ]);
    const grantFor = ({ scopes, policy, person }: Assistant): Grant => ({
      scopes: preset === undefined ? scopes : scopesOfPreset(preset, person.role ?? 'viewer'),
      policy: {
        confirm: confirm ?? policy.confirm,
        readOnly: preset === undefined ? policy.readOnly : preset === 'read',
        toolsets: toolsets.length === 0 ? policy.toolsets : toolsets,
      },
    });
    const changed = await withStore(
      dataLocation(options, env),
      'refuse',
      async ({ store, workspace, making }) => {
        const assistant = theAssistant(await listAssistants(store, workspace.id), name);
        const by = await changedFromTerminal(store, workspace, making);
        await changeAssistant(store, workspace.id, assistant, grantFor(assistant), by);
        return findAssistant(store, workspace.id, assistant.id);
      },
    );
    if (changed === null) {
      throw new CliFailure('not_found', 'The assistant was removed meanwhile.', { changed: 'nothing' });
    }
    output.result({
      data: withInstants(changed),
      brief: [changed.id],
      text: () =>
        `Changed "${changed.label}": ${changed.preset ?? changed.scopes.join(' ')}, ${policyWords(changed.policy)}.`,
    });
  },
});
