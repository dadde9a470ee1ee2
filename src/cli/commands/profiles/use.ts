import { defineCommand } from '../../command.js';
import { foldersOf } from '../../settings/folders.js';
import { useProfile } from '../../settings/profiles.js';

export const profilesUse = defineCommand({
  name: 'profiles use',
  group: 'Begin',
  summary: 'Take this stored login where none is named',
  arguments: [
    { name: '<profile>', description: 'Its name, as `profiles list` shows it', completes: 'profile' },
  ],
  options: {},
  examples: [
    { type: 'profiles use work', does: 'From now on' },
    { type: 'profiles use default', does: 'Back to the first one' },
  ],
  run: async ({ arguments: [name = ''] }, { env, output }) => {
    const { baseUrl } = await useProfile(foldersOf(env), name);
    output.result({
      data: { profile: name, baseUrl },
      brief: [name],
      text: ({ style }) => `${style('green', '✓')} In use: ${style('bold', name)}, at ${baseUrl}`,
    });
    if ((env['POSTRIDER_PROFILE'] ?? '') !== '')
      output.note(`POSTRIDER_PROFILE is set to ${env['POSTRIDER_PROFILE']} and wins over it here.`);
  },
});
