import { DEFAULT_BASE_URL } from '../../client/base-url.js';

/** An environment variable of the tool server, as shown to the person who sets it. */
export interface ServerSetting {
  readonly name: `POSTRIDER_${string}`;
  readonly title: string;
  readonly description: string;
  readonly required: boolean;
  /** Stored as a secret and never displayed. */
  readonly secret: boolean;
  readonly default?: string;
  readonly choices?: readonly string[];
}

/** Every setting of the tool server. The registry entry and the desktop bundle are generated from it. */
export const SERVER_SETTINGS: readonly ServerSetting[] = [
  {
    name: 'POSTRIDER_API_KEY',
    title: 'API key',
    description:
      'From "postrider keys create"; a key with the draft preset can propose posts but not publish',
    required: true,
    secret: true,
  },
  {
    name: 'POSTRIDER_BASE_URL',
    title: 'Backend URL',
    description: 'The URL of your Postrider backend',
    required: false,
    secret: false,
    default: DEFAULT_BASE_URL,
  },
  {
    name: 'POSTRIDER_CONFIRM',
    title: 'When to ask for confirmation',
    description: 'always: before every change; irreversible: before changes that cannot be undone; never',
    required: false,
    secret: false,
    default: 'irreversible',
    choices: ['always', 'irreversible', 'never'],
  },
];
