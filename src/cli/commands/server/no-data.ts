import { CliFailure } from '../../failure.js';
import { type Setting, sourceWords } from '../../settings/settings.js';
import { typed } from '../../typed-name.js';

/** There is no embedded database in the folder. */
export function noData({ value, source }: Setting<string>): CliFailure {
  return new CliFailure('configuration', `No backend data found in ${value} (${sourceWords(source)}).`, {
    changed: 'nothing',
    next: [
      `Start a backend there: ${typed(source.kind === 'flag' ? `serve --data "${value}"` : 'serve')}`,
      'Or choose another folder: --data <folder>',
    ],
  });
}
