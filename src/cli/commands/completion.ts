import { defineCommand } from '../command.js';
import { usageFailure } from '../failure.js';
import { typed } from '../typed-name.js';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

export const completion = defineCommand({
  name: 'completion',
  group: 'Begin',
  summary: 'Print what completes commands, options and values in your shell',
  details: [
    'Install it, once:',
    "  bash  echo 'source <(postrider completion bash)' >> ~/.bashrc",
    "  zsh   echo 'source <(postrider completion zsh)' >> ~/.zshrc   (after compinit)",
    '  fish  postrider completion fish > ~/.config/fish/completions/postrider.fish',
    'It completes the word postrider. In a clone, make it one first: postrider() { node /path/to/bin/postrider.cjs "$@"; }',
    'Nothing is asked of a backend: networks, scopes, statuses and tools are known, and names of profiles are read from your own file.',
  ].join('\n'),
  arguments: [{ name: '<shell>', description: SHELLS.join(', '), completes: SHELLS }],
  options: {},
  examples: [
    { type: 'completion bash', does: 'The script, on standard output' },
    { type: 'completion fish > ~/.config/fish/completions/postrider.fish', does: 'Where fish looks for it' },
  ],
  run: async ({ arguments: [given = ''] }, { output }) => {
    const shell = SHELLS.find((one) => one === given.toLowerCase());
    if (shell === undefined)
      throw usageFailure(
        `"${given}" is no shell that is known here.`,
        `One of ${SHELLS.join(', ')}: ${typed('completion bash')}`,
      );
    const script = await scriptFor(shell);
    output.result({
      data: { shell, script },
      brief: [script.trimEnd()],
      text: () => script.trimEnd(),
    });
  },
});

async function scriptFor(shell: (typeof SHELLS)[number]): Promise<string> {
  // The table of commands holds this command: it is there by the time that this runs.
  const [{ COMMANDS }, { PARENTS }, { placesOf }, { TOOLS }] = await Promise.all([
    import('../command-table.js'),
    import('../parents.js'),
    import('../completion/places.js'),
    import('../../mcp/tools/definitions.js'),
  ]);
  const tools = TOOLS.map(({ name }) => name.replace(/^postrider_/, ''));
  const places = placesOf(COMMANDS, { tools, parents: PARENTS });
  switch (shell) {
    case 'bash':
      return (await import('../completion/bash.js')).bashScript(places);
    case 'zsh':
      return (await import('../completion/zsh.js')).zshScript(places);
    case 'fish':
      return (await import('../completion/fish.js')).fishScript(places);
  }
}
