import { defineCommand } from '../../command.js';
import type { ExitKind } from '../../exit-codes.js';
import { countsOf, REQUEST_TIMEOUT_MS } from './finding.js';
import { findingsText } from './findings-text.js';

export const doctor = defineCommand({
  name: 'doctor',
  group: 'Begin',
  summary: 'Look at everything that can be wrong, and say how to mend it',
  details: [
    `Node and time zones, where each setting came from, the way to the backend, key and scopes, clocks, every account’s health, and whether the programs that \`postrider install\` knows start the tools with a key that works. It changes nothing, and waits ${REQUEST_TIMEOUT_MS / 1000} s at most for each answer.`,
    'It ends with 1 where something is broken, and with 0 where there are warnings alone. No key is shown beyond its first characters: the output can be sent to somebody who helps.',
  ].join('\n\n'),
  options: {},
  examples: [
    { type: 'doctor', does: 'Everything, with what to do' },
    { type: 'doctor --profile work', does: 'With another stored login' },
    {
      type: 'doctor --json | jq \'.findings[] | select(.status == "problem")\'',
      does: 'What is broken, for a script',
    },
    { type: 'doctor --quiet', does: 'Only the names of problems and warnings' },
  ],
  run: async (_input, context): Promise<ExitKind> => {
    context.output.progress(({ style }) => style('dim', 'Looking…'));
    const { runChecks } = await import('./run-checks.js');
    const findings = await runChecks(context).finally(() => context.output.progress(null));
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
