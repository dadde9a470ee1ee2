import { SERVER_SETTINGS } from '../../src/mcp/stdio/settings-table.js';
import { jsonText } from './json-text.js';
import { packageFacts, REPOSITORY, SHORT_DESCRIPTION } from './package-facts.js';

const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';

/** `server.json` for the MCP registry, generated from package.json and the table of settings. */
export function serverJson(): string {
  const { name, version, mcpName } = packageFacts();
  const entry = {
    $schema: SCHEMA,
    name: mcpName,
    title: 'Postrider',
    description: SHORT_DESCRIPTION,
    repository: { url: REPOSITORY, source: 'github' },
    version,
    packages: [
      {
        registryType: 'npm',
        identifier: name,
        version,
        runtimeHint: 'npx',
        transport: { type: 'stdio' },
        environmentVariables: SERVER_SETTINGS.map((setting) => ({
          name: setting.name,
          description: setting.description,
          isRequired: setting.required,
          isSecret: setting.secret,
          format: 'string',
          ...(setting.default !== undefined && { default: setting.default }),
          ...(setting.choices && { choices: setting.choices }),
        })),
      },
    ],
  };
  return `${jsonText(entry)}\n`;
}
