import { defineTool } from '../../definition/tool-definition.js';
import { READ_ONLY } from '../shared/annotations.js';
import { onePlatform, responseFormat } from '../shared/list-fields.js';

export const listAccounts = defineTool({
  name: 'postrider_list_accounts',
  title: 'List accounts',
  description:
    'Lists the connected accounts: real or simulated, health, text limit, what a post needs. Call it first.',
  toolset: 'accounts',
  scope: 'accounts:read',
  ...READ_ONLY,
  input: {
    platform: {
      ...onePlatform,
      valuesListedElsewhere: true,
      description: 'Only one network, as bluesky',
    },
    response_format: responseFormat,
  },
});
