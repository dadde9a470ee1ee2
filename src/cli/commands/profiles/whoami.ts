import { redact } from '../../../client/redact.js';
import { defineCommand } from '../../command.js';
import { fields } from '../../output/fields.js';
import { fullTime } from '../../output/instants.js';
import { policyWords } from '../../output/key-policy.js';
import { sourceWords } from '../../settings/settings.js';
import { withClient } from '../../with-client.js';

export const whoami = defineCommand({
  name: 'whoami',
  group: 'Begin',
  operations: ['me.get'],
  summary: 'Which key is in use, what it may do, and where each setting came from',
  options: {},
  examples: [
    { type: 'whoami', does: 'Key, workspace, the server’s time, and the source of each setting' },
    { type: 'whoami --json', does: 'The same for a script' },
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
              ['May', key.scopes.join(', ')],
              ['Tools', policyWords(key.policy)],
              ['Ends', key.expiresAt ?? 'never'],
              [
                'Workspace',
                `${workspace.name}${workspace.sandbox ? ' (a sandbox: networks are simulated)' : ''}`,
              ],
              ['Time there', fullTime(time)],
              [
                'Backend',
                `${redact(baseUrl.value)} (${sourceWords(baseUrl.source)}), version ${version}, zones ${tzdata}`,
              ],
            ],
            screen,
          ),
      });
    }),
});
