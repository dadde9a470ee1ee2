import { redact } from '../../../client/redact.js';
import { defineCommand } from '../../command.js';
import { fields } from '../../output/fields.js';
import { fullTime } from '../../output/instants.js';
import { policyWords } from '../../output/key-policy.js';
import { workspaceWords } from '../../output/workspace-words.js';
import { sourceWords } from '../../settings/settings.js';
import { withClient } from '../../with-client.js';

const OTHERS_APPROVE =
  'by somebody other than the author of each post; a key made in a terminal belongs to nobody';

export const whoami = defineCommand({
  name: 'whoami',
  group: 'Setup',
  operations: ['me.get'],
  summary: 'Show the API key in use, its permissions and the source of each setting',
  options: {},
  examples: [
    { type: 'whoami', does: 'Show key, workspace, server time and settings' },
    { type: 'whoami --json', does: 'Print it as JSON' },
  ],
  run: (_input, context) =>
    withClient(context, async (client, { apiKey, baseUrl }) => {
      const me = await client.me.get({ signal: context.signal });
      const { key, workspace, time, tzdata, version } = me;
      context.output.result({
        data: {
          ...me,
          settings: { apiKey: apiKey && { source: apiKey.source }, baseUrl },
        },
        brief: [key.id],
        text: (screen) =>
          fields(
            [
              [
                'Key',
                `"${key.label}", ${key.prefix}… (${apiKey === null ? 'none' : sourceWords(apiKey.source)})`,
              ],
              ['Scopes', key.scopes.join(', ')],
              ['Tools', policyWords(key.policy)],
              ['Expires', key.expiresAt ?? 'never'],
              ['Workspace', workspaceWords(workspace)],
              ['Approval', workspace.requiresOtherApprover ? OTHERS_APPROVE : null],
              ['Server time', fullTime(time)],
              [
                'Backend',
                `${redact(baseUrl.value)} (${sourceWords(baseUrl.source)}), version ${version}, time zone data ${tzdata}`,
              ],
            ],
            screen,
          ),
      });
    }),
});
