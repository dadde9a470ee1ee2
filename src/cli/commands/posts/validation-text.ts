import { networkName } from '../../../contract/platforms.js';
import type { PostValidation, TargetPreview } from '../../../contract/posts/posts.js';
import { showsCards } from '../../../networks/cards.js';
import { linksIn } from '../../../networks/count/links.js';
import { unitWord } from '../../../networks/count/unit-words.js';
import { standInNote } from '../../../networks/link-tags.js';
import { issueLine } from '../../failure-of.js';
import { fullTime } from '../../output/instants.js';
import { plainLine, visibleLines } from '../../output/plain-text.js';
import type { Screen } from '../../output/table.js';
import { wrapTo } from '../../output/width.js';
import { boardLines } from './post-text.js';

/** A post as it would appear on each account, and the problems to fix. */
export function validationText(check: PostValidation, screen: Screen): string {
  const { style } = screen;
  const { warnings, when, duplicateOf } = check;
  const hasNone = check.targets.length === 0 && check.errors.some(({ code }) => code === 'target_required');
  const errors = check.errors.filter(({ code }) => code !== 'target_required' || !hasNone);
  const lines = [
    ...check.targets.flatMap((target) => targetText(target, screen)),
    ...errors.map((issue) => `${style('red', 'Error:')} ${plainLine(issueLine(issue))}`),
    ...warnings.map((issue) => `${style('yellow', 'Warning:')} ${plainLine(issueLine(issue))}`),
    ...(duplicateOf === null
      ? []
      : [
          `${style('yellow', 'Duplicate:')} ${duplicateOf.postId} (${duplicateOf.status}) has the same content.`,
        ]),
    ...(when === null ? [] : [`Would be published ${fullTime(when)}.`]),
  ];
  if (check.targets.length === 0 && errors.length === 0)
    lines.push('No network was checked: choose some with --to or --account.');
  return lines.length === 0 ? 'No problems found.' : lines.join('\n');
}

/** One target: how much of each field's limit is used, the text as it would appear, and its errors. */
function targetText(target: TargetPreview, screen: Screen): string[] {
  const { style, width } = screen;
  const { platform, handle, ok, counts, text, errors, warnings, split, taggedLinks } = target;
  const used = counts.map(
    ({ field, used, max, unit, room: left }) =>
      `${field === 'text' ? '' : `${field} `}${used} of ${max} ${unitWord(unit)}${left < 0 ? `, ${-left} over the limit` : ''}`,
  );
  const mark = ok ? style('green', '✓') : style('red', '✗');
  const wrapped = (shown: string, indent: number) =>
    wrapTo(visibleLines(shown), width === null ? Number.POSITIVE_INFINITY : width - indent);
  const body = wrapped(text, 4);
  return [
    `${mark} ${style('bold', platform)} ${plainLine(handle)} ${style('dim', used.join('; '))}`,
    ...(text === '' ? [] : body.map((line) => `  │ ${line}`)),
    ...boardLines(target, '  '),
    ...errors.map((issue) => `  ${style('red', 'Fault:')} ${plainLine(issueLine(issue))}`),
    ...warnings.map((issue) => `  ${style('yellow', 'Note:')} ${plainLine(issueLine(issue))}`),
    ...(split === null ? [] : [`  As a thread of ${split.length} posts:`]),
    ...(split ?? []).flatMap((post, index) =>
      wrapped(post, 8).map((line, row) => `  ${(row === 0 ? `${index + 1}` : '').padStart(3)} │ ${line}`),
    ),
    ...(taggedLinks === 0
      ? []
      : [`  ${taggedLinks === 1 ? '1 link gets' : `${taggedLinks} links get`} tags for web analytics.`]),
    ...standIn(text),
    ...cardText(target, (shown) => wrapped(shown, 8)),
  ];
}

function standIn(text: string): string[] {
  const note = standInNote(text);
  return note === null ? [] : [`  ${note}`];
}

/** The link card that the network shows; why not, if media take its place. */
function cardText(target: TargetPreview, wrapped: (shown: string) => string[]): string[] {
  const { card, link, parts, platform, text, warnings } = target;
  if (card === null) {
    const hasMedia = parts.some(({ mediaUrls }) => mediaUrls.length > 0);
    const hasLink = link !== null || linksIn(text).length > 0;
    return hasMedia && hasLink && showsCards(platform)
      ? ['  No link card: images and videos take its place.']
      : [];
  }
  const isUnread = warnings.some(({ code }) => code === 'link_unread');
  const lines = [
    ...(card.title === null ? [] : wrapped(card.title)),
    ...(card.description === null ? [] : wrapped(card.description)),
    ...(card.imageUrl === null ? [] : [`Picture: ${plainLine(card.imageUrl)}`]),
    ...(card.imageUrl === null && card.title !== null
      ? [isUnread ? 'No picture: the page could not be read.' : 'No picture was found.']
      : []),
    ...(card.title === null ? [`${networkName(platform)} reads the page for its title and picture.`] : []),
  ];
  return [`  Link card of ${plainLine(card.domain)}:`, ...lines.map((line) => `      │ ${line}`)];
}
