import type { Child } from 'hono/jsx';
import type { User } from '../user.js';
import { Frame } from './frame.js';
import { PageHead } from './parts.js';
import { pagesFor, type SettingsPath } from './settings-pages.js';
import { Tabs } from './tabs.js';

interface SettingsFrameProps {
  readonly title: string;
  readonly here: SettingsPath;
  readonly user: User;
  readonly lead?: string;
  readonly acts?: Child;
  /** More scripts, for this page only. */
  readonly scripts?: readonly string[];
  readonly children: Child;
}

/** The layout of every settings page. */
export function SettingsFrame({ title, here, user, lead, acts, scripts = [], children }: SettingsFrameProps) {
  return (
    <Frame title={title} place="/settings/keys" user={user} scripts={scripts}>
      <PageHead title={title} lead={lead}>
        {acts}
      </PageHead>
      <Tabs
        label="Settings"
        tabs={pagesFor(user).map(({ path, name }) => ({ path, name, here: path === here }))}
      />
      <div class="stack">{children}</div>
    </Frame>
  );
}
