/**
 * `npm run release`: publishes this version to npm, with a proof of the commit and the workflow that it comes from.
 * `npm run release -- --dry-run` makes the same checks and the package, and publishes nothing.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFacts, ROOT } from './shipping/package-facts.js';
import { releaseProblems } from './shipping/release-problems.js';

const isDryRun = process.argv.includes('--dry-run');
const { name, version } = packageFacts();
const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);

const problems = releaseProblems({
  version,
  changelog: readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'),
  tags: git('tag', '--points-at', 'HEAD'),
  changed: git('status', '--porcelain').map((line) => line.slice(3)),
  hasIdentity: isDryRun || process.env['ACTIONS_ID_TOKEN_REQUEST_URL'] !== undefined,
});
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error(`${name} ${version} was not published.`);
  process.exitCode = 1;
} else {
  const args = ['publish', '--access', 'public', ...(isDryRun ? ['--dry-run'] : ['--provenance'])];
  execFileSync('npm', args, { cwd: ROOT, stdio: 'inherit' });
  console.log(isDryRun ? `${name} ${version} can be published.` : `${name} ${version} is published.`);
}
