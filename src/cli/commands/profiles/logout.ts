import { defineCommand, flag } from '../../command.js';
import { usageFailure } from '../../failure.js';
import { foldersOf } from '../../settings/folders.js';
import { forgetLogin, loginFileOf, profileMissing, readProfiles } from '../../settings/profiles.js';
import { profileNamed } from '../../settings/settings.js';
import { typed } from '../../typed-name.js';

export const logout = defineCommand({
  name: 'logout',
  group: 'Setup',
  summary: 'Log out: remove the stored API key',
  details:
    'Removes the active profile’s key, or that of --profile, or all keys. The key itself stays valid; to revoke it, use `postrider keys revoke`.',
  options: { all: flag('--all', 'Remove the keys of all profiles') },
  examples: [
    { type: 'logout', does: 'Remove the active profile’s key' },
    { type: 'logout --profile work', does: 'Remove one profile’s key' },
    { type: 'logout --all', does: 'Remove all stored keys' },
  ],
  run: async ({ options: { all } }, { env, globals, output }) => {
    const folders = foldersOf(env);
    const named = profileNamed(globals, env);
    if (all && named?.source.kind === 'flag') throw usageFailure('Use --all or --profile, not both.');
    const profiles = await readProfiles(folders);
    const names = all ? [...profiles.logins.keys()] : [named?.value ?? profiles.inUse];
    const [name = ''] = names;
    if (named !== null && !all && !profiles.logins.has(name)) throw profileMissing(name, profiles);
    const forgotten: string[] = [];
    for (const one of names) if (await forgetLogin(folders, one)) forgotten.push(one);
    const left = [...profiles.logins.keys()].filter((one) => !forgotten.includes(one));
    output.result({
      data: { forgotten: forgotten.length > 0, profiles: forgotten, file: loginFileOf(folders) },
      brief: forgotten,
      text: () => {
        if (forgotten.length === 0) return 'No API key was stored.';
        const still = forgotten.length === 1 ? 'The key is' : 'The keys are';
        return `Removed from this machine: ${forgotten.join(', ')}. ${still} still valid; to revoke: ${typed('keys revoke')}`;
      },
    });
    const [other] = left;
    if (forgotten.includes(profiles.inUse) && other !== undefined)
      output.note(`Remaining profiles: ${left.join(', ')}. To use one: ${typed(`profiles use ${other}`)}`);
  },
});
