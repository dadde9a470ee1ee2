import { NETWORKS } from '../../src/backend/networks/registry.js';
import { PLATFORM_NAMES, PLATFORMS, type Platform } from '../../src/contract/platforms.js';
import type { Confidence } from '../../src/networks/figure.js';
import { cell } from './markdown.js';
import { tableOf } from './tools-page.js';

const CONFIDENCES: readonly Confidence[] = ['official', 'measured', 'secondary', 'memory'];

/** How it is known what the networks’ errors mean, and which of them have no written source. */
export function knownErrorsSection(): string[] {
  return [
    `How it is known what each error of a network means, in errors of each [confidence](#how-reliable-the-figures-are). An error that Postrider does not know is shown in the network’s own words.`,
    '',
    ...tableOf(
      ['network', ...CONFIDENCES, 'without a written source'],
      PLATFORMS.map((platform) => [
        PLATFORM_NAMES[platform],
        ...CONFIDENCES.map((confidence) => String(rowsOf(platform, confidence).length)),
        unsourced(platform),
      ]),
    ),
    '',
  ];
}

const rowsOf = (platform: Platform, confidence: Confidence) =>
  NETWORKS[platform].errors.rows.filter((row) => row.confidence === confidence);

/** The errors of a network that are known from memory: status and codes, and what they mean. */
function unsourced(platform: Platform): string {
  const rows = rowsOf(platform, 'memory').map(({ status, code, subcode, means, anyStatus }) => {
    const codes = [anyStatus ? undefined : String(status), code, subcode].filter(Boolean).join(' ');
    return `\`${codes === '' ? status : codes}\` (${means})`;
  });
  return cell(rows.length === 0 ? 'none' : [...new Set(rows)].join(', '));
}
