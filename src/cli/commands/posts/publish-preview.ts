import { dollars } from '../../../base/dollars.js';
import { issueText } from '../../../contract/errors.js';
import { networkName } from '../../../contract/platforms.js';
import type { PostDraft } from '../../../contract/posts/content.js';
import type { PostValidation, TargetPreview } from '../../../contract/posts/posts.js';
import { foundIn, isPublic, realityLines } from '../../../mcp/tools/posts/answers/reality.js';
import { chargeOf, sumOf } from '../../../networks/charges.js';
import { resolveContent } from '../../../networks/content.js';
import { unitWord } from '../../../networks/count/unit-words.js';
import { standInNote } from '../../../networks/link-tags.js';
import { ACCOUNT_STANDING, isInboxDraft } from '../../../networks/who-sees.js';
import { toCliWording } from '../../api-to-cli-words.js';
import { plainLine, visibleLines } from '../../output/plain-text.js';
import type { Screen } from '../../output/table.js';
import { boardLines } from './post-text.js';

/** A dry run, and the post that it was made with. */
export interface Checked {
  readonly draft: PostDraft;
  readonly check: PostValidation;
}

/** What a person needs to see before a post is published, and the question. */
export function publishPreview({ draft, check }: Checked): {
  readonly preview: (screen: Screen) => string;
  readonly question: string;
} {
  const { targets, warnings } = check;
  const inInbox = targets.filter(({ accountId, platform }) =>
    isInboxDraft(platform, resolveContent(draft, { id: accountId, platform }).options),
  );
  const isAllInInbox = targets.length > 0 && inInbox.length === targets.length;
  return {
    preview: (screen) =>
      [
        ...targets.flatMap((target) => [
          ...targetLines(target, screen),
          ...(inInbox.includes(target) && !isAllInInbox ? [`  This one is ${inboxWords(target)}.`] : []),
        ]),
        ...warningLines(warnings, '', screen),
        ...realityLines(targets, !isPublic(targets, draft, foundIn(check))),
        ...sumLines(targets),
        whenLine(check, isAllInInbox ? targets[0] : undefined),
      ].join('\n'),
    question: isAllInInbox ? 'Send?' : 'Publish?',
  };
}

/** The prices of a post's targets, each with its account; empty: nothing is charged. */
export function priceLines({ targets }: PostValidation, screen: Pick<Screen, 'style'>): string[] {
  const charged = targets.filter((target) => chargeOf(target).price > 0);
  return [
    ...charged.flatMap(({ platform, handle, warnings }) => {
      const standing = warnings.filter(({ code }) => code === ACCOUNT_STANDING);
      return warningLines(standing, `${platform} ${plainLine(handle)}: `, screen);
    }),
    ...sumLines(targets),
  ];
}

function targetLines(target: TargetPreview, screen: Screen): string[] {
  const { platform, handle, text, counts, warnings } = target;
  const used = counts.map(({ used: count, max, unit }) => `${count} of ${max} ${unitWord(unit)}`).join(', ');
  const note = standInNote(text);
  return [
    `${screen.style('bold', platform)} ${plainLine(handle)} ${screen.style('dim', used)}`,
    ...visibleLines(text)
      .split('\n')
      .map((line) => `  │ ${line}`),
    ...boardLines(target, '  '),
    ...(note === null ? [] : [`  ${note}`]),
    ...warningLines(warnings, '', screen).map((line) => `  ${line}`),
  ];
}

function warningLines(
  warnings: PostValidation['warnings'],
  whose: string,
  { style }: Pick<Screen, 'style'>,
): string[] {
  return (
    warnings
      // The confirmation points these out itself.
      .filter(({ code }) => code !== 'invisible_characters')
      .map(
        ({ message, fix }) =>
          `${style('yellow', 'Warning:')} ${whose}${plainLine(toCliWording(issueText({ message, fix })))}`,
      )
  );
}

/** What several accounts cost together. */
function sumLines(targets: readonly TargetPreview[]): string[] {
  const charges = targets.map((target) => chargeOf(target)).filter(({ price }) => price > 0);
  return charges.length < 2 ? [] : [`Together: ${dollars(sumOf(charges))}.`];
}

const inboxWords = ({ platform }: TargetPreview): string =>
  `sent to the inbox of the ${networkName(platform)} app, where a person finishes it`;

function whenLine({ when, scheduleMode }: PostValidation, inInbox: TargetPreview | undefined): string {
  if (inInbox === undefined) {
    return scheduleMode === 'now' || when === null
      ? 'This will be published now.'
      : `This will be published ${when.relative}: ${when.local}.`;
  }
  const what = inboxWords(inInbox);
  return scheduleMode === 'now' || when === null
    ? `Now this will be ${what}.`
    : `At ${when.local} (${when.relative}), this will be ${what}.`;
}
