import { API_ERROR_CODES, API_ERRORS, type ApiErrorCode } from '../../src/contract/api-errors.js';
import { DELIVERY_ERROR_CODES, DELIVERY_ERRORS } from '../../src/contract/posts/delivery-errors.js';
import { DELIVERY_HELP, whoActs } from '../../src/contract/reference/delivery-help.js';
import { ERROR_HELP } from '../../src/contract/reference/error-help.js';
import { code } from './markdown.js';
import { REACHING, type SPOKEN_TROUBLES, STARTING, WORKING } from './spoken-troubles.js';

/** The heading of an error on the page. */
export const refusalHeading = (name: ApiErrorCode): string => `${API_ERRORS[name].title} (\`${name}\`)`;

/** `docs/troubleshooting.md`: error messages as headings, with what to do. */
export function troubleshootingPage(): string {
  return [
    '# Troubleshooting',
    '',
    'Search this page for the message that you see. An ellipsis stands for the parts that vary.',
    '',
    'Three commands show most of what you need: `postrider whoami` (which key, which backend, what it can do), `postrider posts list --status attention` (posts with problems), `postrider logs` (who called what, with the result). Every error has a request id, which is also in the backend’s log. `serve --log-level info` logs every request.',
    '',
    '## Starting',
    '',
    ...STARTING.flatMap(spoken),
    '## Reaching the backend',
    '',
    ...REACHING.flatMap(spoken),
    '## Working',
    '',
    ...WORKING.flatMap(spoken),
    '### A post is not out, and there is no error',
    '',
    '- It is a draft: `ready: false` and `issues` show what is missing. A draft with a proposed time waits for approval in the dashboard.',
    '- It is `scheduled`: `when.relative` shows the remaining time. In a sandbox, the clock may be frozen or moved: `GET /v1/test/clock`.',
    '- It is `publishing` and `phase` is `waiting`: the network asked to wait, or cannot be reached. `error` says which, when it is tried next (`retryAt`), and when Postrider gives up (`givesUpAt`). `reconciling` means that a response was lost and Postrider is checking with the network.',
    '',
    '### A tool is missing in the host',
    '',
    'The key’s scopes or policy, `--read-only` or `--toolsets` exclude it. `postrider whoami` shows what a key can do, and `postrider tools` which tools an agent gets with it.',
    '',
    '### A post went out an hour early or late',
    '',
    'Check `when.timezone`: local times use the zone of the request, or else of the workspace. Zone data is included in the package, so an old Node does not matter. `GET /v1/me` shows its version in `tzdata`.',
    '',
    '## Refused requests',
    '',
    'The titles of errors, with their codes. A terminal or a tool’s answer shows the detail instead of the title, with the same code.',
    '',
    ...API_ERROR_CODES.flatMap(refused),
    '## Posts that did not go out',
    '',
    'The codes in the `error` of a target. `postrider posts get <id>` shows them with what to do.',
    '',
    ...DELIVERY_ERROR_CODES.flatMap((name) => [
      `### \`${name}\``,
      '',
      `${DELIVERY_HELP[name]} Who has to act: ${whoActs(name)}. ${DELIVERY_ERRORS[name].action}`,
      '',
    ]),
  ].join('\n');
}

function spoken({ says, why, fix, commands = [] }: (typeof SPOKEN_TROUBLES)[number]): string[] {
  return [
    `### ${says}`,
    '',
    `${why} ${fix}`,
    '',
    ...(commands.length === 0 ? [] : [...code('sh', commands.join('\n')), '']),
  ];
}

function refused(name: ApiErrorCode): string[] {
  const { status, retryable } = API_ERRORS[name];
  const { why, fix } = ERROR_HELP[name];
  const again = retryable ? ' The unchanged request may succeed later.' : '';
  return [`### ${refusalHeading(name)}`, '', `${why} ${fix} HTTP ${status}.${again}`, ''];
}
