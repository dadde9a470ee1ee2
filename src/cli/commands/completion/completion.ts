import { defineCommand } from '../../command.js';
import { usageFailure } from '../../failure.js';
import { typed } from '../../typed-name.js';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

export const completion = defineCommand({
  name: 'completion',
  group: 'Setup',
  summary: 'Print a shell completion script',
  details: [
    'Install it, once:',
    "  bash  echo 'source <(postrider completion bash)' >> ~/.bashrc",
    "  zsh   echo 'source <(postrider completion zsh)' >> ~/.zshrc   (after compinit)",
    '  fish  postrider completion fish > ~/.config/fish/completions/postrider.fish',
    'It completes the command postrider. In a clone, define it first: postrider() { node /path/to/bin/postrider.cjs "$@"; }',
    'Completion never contacts a backend. Profile names are read from your login file.',
  ].join('\n'),
  arguments: [{ name: '<shell>', description: SHELLS.join(', '), completes: SHELLS }],
  options: {},
  examples: [
    { type: 'completion bash', does: 'Print the bash script' },
    { type: 'completion fish > ~/.config/fish/completions/postrider.fish', does: 'Install it for fish' },
  ],
  run: async ({ arguments: [given = ''] }, { output }) => {
    const shell = SHELLS.find((one) => one === given.toLowerCase());
    if (shell === undefined)
      throw usageFailure(
        `Unknown shell "${given}".`,
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
  // Imported lazily, because the table contains this command.
  const [{ COMMANDS }, { PARENTS }, { placesOf }, { TOOLS }] = await Promise.all([
    import('../../command-table.js'),
    import('../../parents.js'),
    import('./places.js'),
    import('../../../mcp/tools/definitions.js'),
  ]);
  const tools = TOOLS.map(({ name }) => name.replace(/^postrider_/, ''));
  const places = placesOf(COMMANDS, { tools, parents: PARENTS });
  switch (shell) {
    case 'bash':
      return (await import('./bash.js')).bashScript(places);
    case 'zsh':
      return (await import('./zsh.js')).zshScript(places);
    case 'fish':
      return (await import('./fish.js')).fishScript(places);
  }
}
