import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PLATFORM_NAMES, PLATFORMS, type Platform } from '../../src/contract/platforms.js';
import { cell } from './markdown.js';
import { ROOT } from './package-facts.js';
import { tableOf } from './tools-page.js';

/** What `test/descriptions` has checked of one network. */
export interface Checked {
  readonly requests: number;
  readonly answers: number;
  readonly against: string;
  /** Not notes of ours. */
  readonly isOfficial: boolean;
  readonly undescribed: readonly string[];
  /** What the network does otherwise than its description says, and why that is believed. */
  readonly differs: Readonly<Record<string, string>>;
}

export const readChecked = (): Readonly<Record<Platform, Checked>> =>
  JSON.parse(readFileSync(join(ROOT, 'test/fixtures/network-descriptions/checked.json'), 'utf8'));

/** What requests and simulated answers are checked against. */
export function checkedSection(): string[] {
  const checked = readChecked();
  return [
    '## What is checked against the networks’ descriptions',
    '',
    'A test sends everything that Postrider can send to the simulated networks: sign-ins, renewals and disconnecting, text, images, videos, carousels, each option and disclosure, threads, comments, messages with and without files, private replies, boards, numbers and refusals. It checks each request and each answer against the network’s own machine-readable description, where its licence allows to copy it. LinkedIn, X, TikTok and Meta do not allow that, or have none: there the test checks against notes of the fields that Postrider sends and reads, made by hand from the documentation, so an error in the notes is not found. What a description does not cover is listed.',
    '',
    ...tableOf(
      ['network', 'requests', 'answers', 'against', 'not covered'],
      PLATFORMS.map((platform) => {
        const { requests, answers, against, undescribed } = checked[platform];
        const left = undescribed.map((one) => `\`${one}\``).join(', ');
        return [
          PLATFORM_NAMES[platform],
          String(requests),
          String(answers),
          against,
          cell(left || 'nothing'),
        ];
      }),
    ),
    '',
    'Known differences between a network and its description:',
    '',
    ...PLATFORMS.flatMap((platform) =>
      Object.entries(checked[platform].differs).map(([what, why]) => `- \`${what}\`. ${why}`),
    ),
    '',
  ];
}
