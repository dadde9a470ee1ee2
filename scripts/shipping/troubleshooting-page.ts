import { API_ERROR_CODES, API_ERRORS, type ApiErrorCode } from '../../src/contract/errors.js';
import { DELIVERY_ERROR_CODES, DELIVERY_ERRORS } from '../../src/contract/posts/delivery-errors.js';
import { CAUSE_WORDS, DELIVERY_HELP } from '../../src/contract/reference/delivery-help.js';
import { ERROR_HELP } from '../../src/contract/reference/error-help.js';
import { code } from './markdown.js';
import { REACHING, type SPOKEN_TROUBLES, STARTING, WORKING } from './spoken-troubles.js';

/** The heading under which the page tells of a refusal. */
export const refusalHeading = (name: ApiErrorCode): string => `${API_ERRORS[name].title} (\`${name}\`)`;

/** `docs/troubleshooting.md`: what Postrider says when something is wrong, as headings, and what to do. */
export function troubleshootingPage(): string {
  return [
    '# Troubleshooting',
    '',
    'Search this page for the words that you were shown. An ellipsis stands for what differs each time.',
    '',
    'Three commands tell most of what there is to know: `postrider whoami` (which key, which backend, what it may do), `postrider posts list --status attention` (what went wrong with posts), `postrider logs` (who called what, and how it ended). Every refusal names a request id, which stands in the backend’s log too; `serve --log-level info` logs each request.',
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
    '- It is a draft: `ready: false` and `issues` say what it lacks. A draft with a proposed time waits for somebody to approve it in the dashboard.',
    '- It is `scheduled`: `when.relative` says how long it still is. In a sandbox the clock may be frozen or moved: `GET /v1/test/clock`.',
    '- It is `publishing` and `phase` says `waiting`: the network asked to wait, and `nextAttemptAt` says until when. `reconciling` means that an answer was lost and the network is being asked.',
    '',
    '### A tool is missing in the host',
    '',
    'The key’s scopes or policy, `--read-only` or `--toolsets` leave it out. `postrider whoami` shows what a key may do, `postrider tools` what an agent with it is shown.',
    '',
    '### A post went out an hour early or late',
    '',
    'Look at `when.timezone`: local times are read in the zone of the request, else of the workspace. Zone data comes with the package, so an old Node does no harm; `GET /v1/me` names its version in `tzdata`.',
    '',
    '## Refused requests',
    '',
    'The titles of refusals, with their codes. In a terminal and in a tool’s answer the detail stands in place of the title; the code is the same.',
    '',
    ...API_ERROR_CODES.flatMap(refused),
    '## Posts that did not go out',
    '',
    'The codes in `error` of a target. `postrider posts get <id>` shows them with what to do.',
    '',
    ...DELIVERY_ERROR_CODES.flatMap((name) => [
      `### \`${name}\``,
      '',
      `${DELIVERY_HELP[name]} Who has to act: ${CAUSE_WORDS[DELIVERY_ERRORS[name].cause]}. ${DELIVERY_ERRORS[name].action}`,
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
