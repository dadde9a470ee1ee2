import { defineCommand, flag } from '../../command.js';
import { usageFailure } from '../../failure.js';
import { readStdin, withoutFinalBreak } from '../../input/read-text.js';
import { foldersOf } from '../../settings/folders.js';
import { readProfiles } from '../../settings/profiles.js';
import { typed } from '../../typed-name.js';
import type { Place } from './places.js';

const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;

export const completion = defineCommand({
  name: 'completion',
  group: 'Setup',
  summary: 'Print a shell completion script',
  details: [
    'Install it, once:',
    "  bash        echo 'source <(postrider completion bash)' >> ~/.bashrc",
    "  zsh         echo 'source <(postrider completion zsh)' >> ~/.zshrc   (after compinit)",
    '  fish        postrider completion fish > ~/.config/fish/completions/postrider.fish',
    '  powershell  Add-Content $PROFILE "postrider completion powershell | Out-String | Invoke-Expression"',
    'It completes the command postrider. In a clone, define it first: postrider() { node /path/to/bin/postrider.cjs "$@"; }',
    'Completion never contacts a backend. Profile names are read from your login file.',
  ].join('\n'),
  arguments: [{ name: '<shell>', description: SHELLS.join(', '), completes: SHELLS }],
  options: {
    complete: flag(
      '--complete',
      'List what completes the line on standard input, as the PowerShell script does',
    ),
  },
  examples: [
    { type: 'completion bash', does: 'Print the bash script' },
    { type: 'completion fish > ~/.config/fish/completions/postrider.fish', does: 'Install it for fish' },
  ],
  run: async ({ arguments: [given = ''], options: { complete } }, context) => {
    const { output } = context;
    const shell = SHELLS.find((one) => one === given.toLowerCase());
    if (shell === undefined)
      throw usageFailure(
        `Unknown shell "${given}".`,
        `One of ${SHELLS.join(', ')}: ${typed('completion bash')}`,
      );
    const places = await allPlaces();
    if (complete) {
      const { lineOffers } = await import('./line-offers.js');
      const profiles = async () => [...(await readProfiles(foldersOf(context.env))).logins.keys()];
      const offers = await lineOffers(places, withoutFinalBreak(await readStdin(context)), profiles);
      output.result({
        data: { offers },
        brief: offers.map(({ word }) => word),
        text: () => offers.map(({ word, summary }) => `${word}\t${summary}`).join('\n'),
      });
      return;
    }
    const script = await scriptFor(shell, places);
    output.result({
      data: { shell, script },
      brief: [script.trimEnd()],
      text: () => script.trimEnd(),
    });
  },
});

/** Every position in the command line. Imported lazily, because the table contains this command. */
async function allPlaces(): Promise<Place[]> {
  const [{ COMMANDS }, { PARENTS }, { placesOf }, { TOOLS }] = await Promise.all([
    import('../../command-table.js'),
    import('../../parents.js'),
    import('./places.js'),
    import('../../../mcp/tools/definitions.js'),
  ]);
  const tools = TOOLS.map(({ name }) => name.replace(/^postrider_/, ''));
  return placesOf(COMMANDS, { tools, parents: PARENTS });
}

async function scriptFor(shell: (typeof SHELLS)[number], places: readonly Place[]): Promise<string> {
  switch (shell) {
    case 'bash':
      return (await import('./bash.js')).bashScript(places);
    case 'zsh':
      return (await import('./zsh.js')).zshScript(places);
    case 'fish':
      return (await import('./fish.js')).fishScript(places);
    case 'powershell':
      return (await import('./powershell.js')).POWERSHELL_SCRIPT;
  }
}
