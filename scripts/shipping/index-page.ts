import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './package-facts.js';

interface Shelf {
  readonly title: string;
  readonly pages: readonly (readonly [file: string, title: string, about: string])[];
}

/** The pages of the documentation, in the order in which somebody needs them. */
const SHELVES: readonly Shelf[] = [
  {
    title: 'Begin',
    pages: [
      ['clients.md', 'Hosts', 'a quick start for each MCP host, over stdio or HTTP'],
      ['command-line.md', 'The command line', 'every command, in a terminal and in scripts'],
      ['client.md', 'The typed client', 'calls, lists, errors and retries in TypeScript'],
      ['dashboard.md', 'The dashboard', 'signing in, the pages, and security'],
      ['troubleshooting.md', 'Troubleshooting', 'error messages and how to fix them'],
    ],
  },
  {
    title: 'Publish',
    pages: [
      ['reliability.md', 'What happens to a post', 'statuses, repeated requests, lost responses, late posts'],
      ['scheduling.md', 'Times, schedules and slots', 'zones, clock changes, weekly schedules, the queue'],
      ['media.md', 'Images and videos', 'supported files, uploads, storage'],
      ['networks.md', 'Networks and their limits', 'every rule with its figure and its source'],
      ['networks-media.md', 'Media at the networks', 'conversions, covers, how media are sent'],
      ['sources.md', 'Articles as sources', 'what is extracted, and the guarded fetch'],
      ['importing.md', 'Importing', 'many posts at once, from a file'],
      ['inbox.md', 'Comments and direct messages', 'reading and answering, reply windows, private replies'],
    ],
  },
  {
    title: 'Build',
    pages: [
      ['reference/README.md', 'REST reference', 'every operation with its fields, an example and its errors'],
      ['tools.md', 'Tools, resources and prompts', 'what an AI agent can call, with every argument'],
      ['events.md', 'Events and webhooks', 'the log, streams, signatures, retries, who did what'],
      ['testing.md', 'Testing against the backend', 'the test clock, simulated failures, published posts'],
    ],
  },
  {
    title: 'Run',
    pages: [
      ['safety.md', 'Who decides', 'scopes, confirmation, other people’s words, keys'],
      ['self-hosting.md', 'Self-hosting', 'a backend for a team: processes, database, backups'],
    ],
  },
  {
    title: 'Change',
    pages: [
      ['architecture.md', 'Architecture', 'the structure of the code, and the path of a post through it'],
      ['measured.md', 'Measured', 'speed, Node versions and fault tests, as measured'],
      ['decisions.md', 'Decisions', 'what was chosen, the alternatives, and the reasons'],
      ['../CONTRIBUTING.md', 'Contributing', 'conventions, and how to check a change'],
    ],
  },
];

/** `docs/README.md`: the index of the documentation. */
export function indexPage(): string {
  return [
    '# Documentation',
    '',
    'The [README](../README.md) shows what Postrider is. From a clone, after `npm run build`, write `node bin/postrider.cjs` wherever these pages write `postrider`. This index is made by `npm run docs`.',
    '',
    ...SHELVES.flatMap(({ title, pages }) => [
      `## ${title}`,
      '',
      ...pages
        .filter(([file]) => existsSync(join(ROOT, 'docs', file)))
        .map(([file, name, about]) => `- [${name}](${file}): ${about}.`),
      '',
    ]),
  ].join('\n');
}
