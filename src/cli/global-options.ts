import type { Completes } from './command.js';

interface GlobalOption {
  readonly flags: string;
  readonly description: string;
  readonly completes?: Completes;
}

/** The options that every command accepts. */
export const GLOBAL_OPTIONS: readonly GlobalOption[] = [
  {
    flags: '--api-key <key>',
    description:
      'API key to use instead of POSTRIDER_API_KEY or the stored one; shells keep it in their history',
  },
  {
    flags: '--base-url <url>',
    description: 'Backend URL to use instead of POSTRIDER_BASE_URL or the stored one',
  },
  {
    flags: '--profile <name>',
    description: 'Use this stored login, ignoring the environment',
    completes: 'profile',
  },
  { flags: '--json', description: 'Print JSON only' },
  { flags: '-q, --quiet', description: 'Print ids only, without notes' },
  { flags: '--no-color', description: 'Disable colours' },
];

export const HELP_OPTION = { flags: '-h, --help', description: 'Show help, with examples' } as const;
