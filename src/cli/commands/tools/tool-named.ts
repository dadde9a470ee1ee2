import { nearestName, sameName } from '../../../base/nearest-name.js';
import { CliFailure } from '../../failure.js';
import { typed } from '../../typed-name.js';

const PREFIX = 'postrider_';

/** Finds a tool by name, with or without its prefix. @throws CliFailure with a suggestion */
export function toolNamed<Tool extends { readonly name: string }>(
  name: string,
  tools: readonly Tool[],
): Tool {
  const full = name.startsWith(PREFIX) ? name : `${PREFIX}${name}`;
  const tool = tools.find((one) => sameName(one.name, full));
  if (tool !== undefined) return tool;
  const meant = nearestName(
    name.replace(PREFIX, ''),
    tools.map((one) => one.name.replace(PREFIX, '')),
  );
  throw new CliFailure(
    'not_found',
    `Unknown tool "${name}".${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
    {
      changed: 'nothing',
      readOnly: true,
      next: [`List the tools: ${typed('tools')}`],
    },
  );
}
