import type { Completes } from './command.js';

interface GlobalOption {
  readonly flags: string;
  readonly description: string;
  readonly completes?: Completes;
}

/** The options that every command takes. */
export const GLOBAL_OPTIONS: readonly GlobalOption[] = [
  {
    flags: '--api-key <key>',
    description: 'API key, instead of POSTRIDER_API_KEY or the stored one',
  },
  {
    flags: '--base-url <url>',
    description: 'Where the backend is, instead of POSTRIDER_BASE_URL or the stored one',
  },
  {
    flags: '--profile <name>',
    description: 'Use this stored login, whatever the environment says',
    completes: 'profile',
  },
  { flags: '--json', description: 'Print JSON and nothing else' },
  { flags: '-q, --quiet', description: 'Print ids only, and no notes' },
  { flags: '--no-color', description: 'Print no colours' },
];

export const HELP_OPTION = { flags: '-h, --help', description: 'Show help, with examples' } as const;
