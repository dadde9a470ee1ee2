import type { Child } from 'hono/jsx';
import type { User } from '../user.js';
import { Frame } from './frame.js';
import { PageHead } from './parts.js';
import { Tabs } from './tabs.js';

const PAGES = [
  { path: '/settings/keys', name: 'API keys' },
  { path: '/settings/webhooks', name: 'Webhooks' },
  { path: '/settings/labels', name: 'Labels' },
  { path: '/settings/texts', name: 'Saved texts' },
  { path: '/settings/workspace', name: 'Workspace' },
  { path: '/settings/sign-in', name: 'Sign-in' },
] as const;

interface SettingsFrameProps {
  readonly title: string;
  readonly here: (typeof PAGES)[number]['path'];
  readonly user: User;
  readonly lead?: string;
  readonly acts?: Child;
  readonly children: Child;
}

/** The layout of every settings page. */
export function SettingsFrame({ title, here, user, lead, acts, children }: SettingsFrameProps) {
  return (
    <Frame title={title} place="/settings/keys" user={user}>
      <PageHead title={title} lead={lead}>
        {acts}
      </PageHead>
      <Tabs label="Settings" tabs={PAGES.map((page) => ({ ...page, here: page.path === here }))} />
      <div class="stack">{children}</div>
    </Frame>
  );
}
