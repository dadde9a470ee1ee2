/** When a tool asks for confirmation, strictest first. */
export const CONFIRM_POLICIES = ['always', 'irreversible', 'never'] as const;
export type ConfirmPolicy = (typeof CONFIRM_POLICIES)[number];

/** Groups of tools, for `--toolsets` and for the policy of a key. */
export const TOOLSETS = [
  'accounts',
  'posts',
  'media',
  'sources',
  'schedules',
  'comments',
  'messages',
] as const;
export type Toolset = (typeof TOOLSETS)[number];
