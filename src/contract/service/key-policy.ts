/** When a person is asked before a tool does something, strictest first. */
export const CONFIRM_POLICIES = ['always', 'irreversible', 'never'] as const;
export type ConfirmPolicy = (typeof CONFIRM_POLICIES)[number];

/** Groups of tools: what `--toolsets` names, and what a key can be narrowed to. */
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
