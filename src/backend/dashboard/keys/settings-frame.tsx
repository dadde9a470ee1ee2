import type { Child } from 'hono/jsx';
import { Frame } from '../layout/frame.js';
import { PageHead } from '../layout/parts.js';
import type { Person } from '../person.js';

const PAGES = [
  { path: '/settings/keys', name: 'Developer: API keys' },
  { path: '/settings/webhooks', name: 'Webhooks' },
] as const;

interface SettingsFrameProps {
  readonly title: string;
  readonly here: (typeof PAGES)[number]['path'];
  readonly person: Person;
  readonly lead?: string;
  readonly acts?: Child;
  readonly children: Child;
}

/** What every page of the settings stands in. */
export function SettingsFrame({ title, here, person, lead, acts, children }: SettingsFrameProps) {
  return (
    <Frame title={title} place="/settings/keys" person={person}>
      <PageHead title={title} lead={lead}>
        {acts}
      </PageHead>
      <nav aria-label="Settings">
        <ul class="tabs">
          {PAGES.map(({ path, name }) => (
            <li>
              <a href={path} aria-current={path === here ? 'page' : undefined}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="stack">{children}</div>
    </Frame>
  );
}
