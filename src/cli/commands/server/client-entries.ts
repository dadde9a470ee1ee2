import type { BackendOptions } from '../../../backend/app/backend-options.js';
import { mcpServersEntry } from '../../launcher.js';
import { typed } from '../../typed-name.js';

/** How to use a new key on this machine, as the dashboard shows it. */
export const clientEntries: NonNullable<BackendOptions['entriesFor']> = (apiKey, url) => [
  {
    client: 'Claude Desktop, Cursor and other MCP hosts',
    place: 'mcpServers, in their settings',
    text: JSON.stringify(mcpServersEntry(apiKey, url), null, 2),
  },
  {
    client: 'This command line',
    place: 'a terminal; paste the key when asked',
    text: typed(`login --base-url ${url}`),
  },
];
