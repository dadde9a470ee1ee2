import { DEFAULT_BASE_URL } from '../../client/base-url.js';

/** An environment variable that the tool server reads, as it is shown to a person who sets it. */
export interface ServerSetting {
  readonly name: `POSTRIDER_${string}`;
  readonly title: string;
  readonly description: string;
  readonly required: boolean;
  /** It is shown to nobody, and kept where secrets are kept. */
  readonly secret: boolean;
  readonly default?: string;
  readonly choices?: readonly string[];
}

/** Every setting of the tool server. The registry's entry and the desktop bundle are made from it. */
export const SERVER_SETTINGS: readonly ServerSetting[] = [
  {
    name: 'POSTRIDER_API_KEY',
    title: 'API key',
    description: 'Made with "postrider keys create"; one with the preset draft can propose and not publish',
    required: true,
    secret: true,
  },
  {
    name: 'POSTRIDER_BASE_URL',
    title: 'Address of the backend',
    description: 'Where your Postrider backend answers',
    required: false,
    secret: false,
    default: DEFAULT_BASE_URL,
  },
  {
    name: 'POSTRIDER_CONFIRM',
    title: 'When you are asked',
    description: 'always: before every change; irreversible: before what cannot be taken back; never',
    required: false,
    secret: false,
    default: 'irreversible',
    choices: ['always', 'irreversible', 'never'],
  },
];
