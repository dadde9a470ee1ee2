import { defineCommand, flag } from '../../command.js';
import { usageFailure } from '../../failure.js';
import { foldersOf } from '../../settings/folders.js';
import { forgetLogin, loginFileOf, profileMissing, readProfiles } from '../../settings/profiles.js';
import { profileNamed } from '../../settings/settings.js';
import { typed } from '../../typed-name.js';

export const logout = defineCommand({
  name: 'logout',
  group: 'Begin',
  summary: 'Forget the stored API key',
  details:
    'Of the profile in use, of the one that --profile names, or of all of them. The key itself stays valid: `keys revoke` ends it.',
  options: { all: flag('--all', 'Every profile') },
  examples: [
    { type: 'logout', does: 'Remove the key from this machine' },
    { type: 'logout --profile work', does: 'The key of one profile' },
    { type: 'logout --all', does: 'The keys of all of them' },
  ],
  run: async ({ options: { all } }, { env, globals, output }) => {
    const folders = foldersOf(env);
    const named = profileNamed(globals, env);
    if (all && named?.source.kind === 'flag') throw usageFailure('Give --all or --profile, not both.');
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
        if (forgotten.length === 0) return 'No key was stored. Nothing was changed.';
        const [what, it] = forgotten.length === 1 ? ['The key is', 'It is'] : ['The keys are', 'They are'];
        return `${what} no longer stored (${forgotten.join(', ')}). ${it} still valid: ${typed('keys revoke')} ends that.`;
      },
    });
    const [other] = left;
    if (forgotten.includes(profiles.inUse) && other !== undefined)
      output.note(`Stored still: ${left.join(', ')}. To take one: ${typed(`profiles use ${other}`)}`);
  },
});
