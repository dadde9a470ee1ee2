import { defineCommand } from '../../command.js';
import { foldersOf } from '../../settings/folders.js';
import { useProfile } from '../../settings/profiles.js';

export const profilesUse = defineCommand({
  name: 'profiles use',
  group: 'Setup',
  summary: 'Make a profile the active one',
  arguments: [{ name: '<profile>', description: 'Profile name', completes: 'profile' }],
  options: {},
  examples: [
    { type: 'profiles use work', does: 'Switch to another profile' },
    { type: 'profiles use default', does: 'Switch back' },
  ],
  run: async ({ arguments: [name = ''] }, { env, output }) => {
    const { baseUrl } = await useProfile(foldersOf(env), name);
    output.result({
      data: { profile: name, baseUrl },
      brief: [name],
      text: ({ style }) => `${style('green', '✓')} Active profile: ${style('bold', name)} at ${baseUrl}`,
    });
    if ((env['POSTRIDER_PROFILE'] ?? '') !== '')
      output.note(`POSTRIDER_PROFILE is set to ${env['POSTRIDER_PROFILE']} and overrides it here.`);
  },
});
