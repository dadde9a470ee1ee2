import { defineCommand, text } from '../../command.js';
import type { ExitKind } from '../../exit-codes.js';
import { countsOf, REQUEST_TIMEOUT_MS } from './finding.js';
import { findingsText } from './findings-text.js';

export const doctor = defineCommand({
  name: 'doctor',
  group: 'Setup',
  summary: 'Find problems with your setup and explain how to fix them',
  details: [
    `Checks Node and its time zones, who can read the data folder, the source of each setting, the connection to the backend, its database, publisher and disk, the API key and its scopes, the clocks, the addresses for alerts, every account’s health, and whether the programs that \`postrider install\` supports start the tools with a valid key. It changes nothing, and waits up to ${REQUEST_TIMEOUT_MS / 1000} s for each response.`,
    'If the backend runs on a data folder of its own, name the folder with --data. Who can read the default folder is checked as well.',
    'Exits with 1 if there is a problem, and with 0 if there are only warnings. Only the first characters of keys are shown, so you can share the output when you ask for help.',
  ].join('\n\n'),
  options: { data: text('--data <folder>', 'Data folder of the backend to check') },
  examples: [
    { type: 'doctor', does: 'Check everything' },
    { type: 'doctor --data /var/lib/postrider', does: 'Check the data folder of a service, too' },
    { type: 'doctor --profile work', does: 'Check another stored login' },
    {
      type: 'doctor --json | jq \'.findings[] | select(.status == "problem")\'',
      does: 'Print the problems as JSON',
    },
    { type: 'doctor --quiet', does: 'Print only the names of problems and warnings' },
  ],
  run: async ({ options }, context): Promise<ExitKind> => {
    context.output.progress(({ style }) => style('dim', 'Checking…'));
    const { runChecks } = await import('./run-checks.js');
    const findings = await runChecks(options.data, context).finally(() => context.output.progress(null));
    const counts = countsOf(findings);
    const worst = counts.problem > 0 ? 'problem' : counts.warning > 0 ? 'warning' : 'ok';
    context.output.result({
      data: { status: worst, counts, findings },
      brief: findings
        .filter(({ status }) => status === 'problem' || status === 'warning')
        .map(({ status, id }) => `${status} ${id}`),
      text: (screen) => findingsText(findings, screen),
    });
    return worst === 'problem' ? 'failed' : 'ok';
  },
});
