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
      ['clients.md', 'Hosts', 'a quick start for each MCP host, over a program or over HTTP'],
      ['command-line.md', 'The command line', 'every command, in a terminal and in scripts'],
      ['client.md', 'The typed client', 'from TypeScript: calls, lists, errors, repeats'],
      ['dashboard.md', 'The dashboard', 'signing in, what each page is for, how it is kept safe'],
      [
        'troubleshooting.md',
        'Troubleshooting',
        'what Postrider says when something is wrong, and what to do',
      ],
    ],
  },
  {
    title: 'Publish',
    pages: [
      ['reliability.md', 'What happens to a post', 'statuses, repeated requests, lost answers, late posts'],
      ['scheduling.md', 'Times, schedules and slots', 'zones, clock changes, weekly schedules, the queue'],
      ['media.md', 'Images and videos', 'what is taken, how to upload, where it is kept'],
      ['networks.md', 'Networks and their limits', 'every rule with its figure and its source'],
      ['networks-media.md', 'Media at the networks', 'what is converted, covers, what goes out how'],
      ['sources.md', 'Articles as sources', 'what is extracted, and the guards of fetching'],
      ['importing.md', 'Importing', 'many posts at once, from a file'],
      [
        'inbox.md',
        'Comments and direct messages',
        'reading and answering them, reply windows, private replies',
      ],
    ],
  },
  {
    title: 'Build',
    pages: [
      [
        'reference/README.md',
        'REST reference',
        'every operation with its fields, an example and its refusals',
      ],
      ['tools.md', 'Tools, resources and prompts', 'what an AI agent can call, with every argument'],
      ['events.md', 'Events and webhooks', 'the log, streams, signatures, retries, who did what'],
      ['testing.md', 'Testing against the backend', 'the movable clock, named failures, what went out'],
    ],
  },
  {
    title: 'Run',
    pages: [
      ['safety.md', 'Who decides', 'scopes, confirmation, other people’s words, keys'],
      ['self-hosting.md', 'Self-hosting', 'a backend for a team: where it runs, backups, upgrades'],
    ],
  },
  {
    title: 'Change',
    pages: [
      ['architecture.md', 'Architecture', 'the plan of the house, and the way of one post through it'],
      ['measured.md', 'Measured', 'speed, the lines of Node, and what faults did, as programs counted it'],
      ['decisions.md', 'Decisions', 'what was chosen, instead of what, and why'],
      ['../CONTRIBUTING.md', 'Contributing', 'the rules, and how to check a change'],
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
