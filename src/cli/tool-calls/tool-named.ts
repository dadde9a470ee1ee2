import { nearestName, sameName } from '../../base/nearest-name.js';
import { CliFailure } from '../failure.js';
import { typed } from '../typed-name.js';

const PREFIX = 'postrider_';

/** The tool with a name, written with or without its prefix. @throws CliFailure naming the nearest one */
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
    `There is no tool ${name}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
    {
      changed: 'nothing',
      next: [`See the tools: ${typed('tools')}`],
    },
  );
}
