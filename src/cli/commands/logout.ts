import { defineCommand } from '../command.js';
import { foldersOf } from '../settings/folders.js';
import { forgetLogin, loginFileOf } from '../settings/stored-login.js';
import { typed } from '../typed-name.js';

export const logout = defineCommand({
  name: 'logout',
  group: 'Begin',
  summary: 'Forget the stored API key',
  details: 'The key itself stays valid: `keys revoke` ends it.',
  options: {},
  examples: [{ type: 'logout', does: 'Remove the key from this machine' }],
  run: async (_input, { env, output }) => {
    const folders = foldersOf(env);
    const forgotten = await forgetLogin(folders);
    output.result({
      data: { forgotten, file: loginFileOf(folders) },
      brief: [],
      text: () =>
        forgotten
          ? `The key is no longer stored. It is still valid: ${typed('keys revoke')} ends it.`
          : 'No key was stored. Nothing was changed.',
    });
  },
});
