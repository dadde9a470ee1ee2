import { PROMPTS } from '../../src/mcp/resources-and-prompts/prompts.js';
import { SERVER_SETTINGS } from '../../src/mcp/stdio/settings-table.js';
import { TOOLS } from '../../src/mcp/tools/definitions.js';
import { packageFacts, REPOSITORY, SHORT_DESCRIPTION } from './package-facts.js';

/** The newest manifest version that released hosts support. */
const MANIFEST_VERSION = '0.3';

/** The program inside the bundle. */
const ENTRY_POINT = 'bin/postrider.cjs';

/** `POSTRIDER_API_KEY` -> `api_key`: the setting's name in the host. */
const fieldOf = (name: string): string => name.replace('POSTRIDER_', '').toLowerCase();

/** The manifest of the desktop bundle, generated from the tables of tools, prompts and settings. */
export function bundleManifest(): Record<string, unknown> {
  const { version, description, license, keywords, engines } = packageFacts();
  return {
    manifest_version: MANIFEST_VERSION,
    name: 'postrider',
    display_name: 'Postrider',
    version,
    description: SHORT_DESCRIPTION,
    long_description: `${description} It connects to a Postrider backend, by default on this machine. Start one with "postrider serve".`,
    author: { name: 'Postrider', url: REPOSITORY },
    repository: { type: 'git', url: REPOSITORY },
    homepage: REPOSITORY,
    documentation: `${REPOSITORY}/blob/main/docs/clients.md`,
    support: `${REPOSITORY}/issues`,
    icon: 'icon.png',
    license,
    keywords,
    server: {
      type: 'node',
      entry_point: ENTRY_POINT,
      mcp_config: {
        command: 'node',
        args: [`$${'{__dirname}'}/${ENTRY_POINT}`, 'mcp'],
        env: Object.fromEntries(
          SERVER_SETTINGS.map(({ name }) => [name, `\${user_config.${fieldOf(name)}}`]),
        ),
      },
    },
    tools: TOOLS.map(({ name, description: does }) => ({ name, description: does })),
    prompts_generated: true,
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: engines.node } },
    user_config: Object.fromEntries(
      SERVER_SETTINGS.map((setting) => [
        fieldOf(setting.name),
        {
          type: 'string',
          title: setting.title,
          description: setting.description,
          required: setting.required,
          sensitive: setting.secret,
          ...(setting.default !== undefined && { default: setting.default }),
        },
      ]),
    ),
    ...(PROMPTS.length > 0 && {
      prompts: PROMPTS.map(({ name, description: does, arguments: all, write }) => ({
        name,
        description: does,
        arguments: all.map((one) => one.name),
        text: write(Object.fromEntries(all.map((one) => [one.name, `\${arguments.${one.name}}`]))),
      })),
    }),
  };
}
