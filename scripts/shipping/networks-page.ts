import { NETWORKS } from '../../src/backend/networks/registry.js';
import { NAMED_FAILURES } from '../../src/backend/simulators/shared/named-failures.js';
import { PLATFORM_NAMES, PLATFORMS, type Platform } from '../../src/contract/platforms.js';
import { DELIVERY_ERRORS } from '../../src/contract/posts/delivery-errors.js';
import { DELIVERY_HELP } from '../../src/contract/reference/delivery-help.js';
import { unitWord } from '../../src/networks/count/unit-words.js';
import type { Figure } from '../../src/networks/figure.js';
import { RULES, sourceOf } from '../../src/networks/rules.js';
import { SERVICE_LIMITS } from '../../src/networks/service-limits.js';
import { checkedSection } from './checked-networks.js';
import { bytes, duration, listed, number, range } from './figure-words.js';
import { knownErrorsSection } from './known-errors.js';
import { anchorOf, cell } from './markdown.js';
import { ruleGroupsOf } from './network-rows.js';
import { provenSection } from './proven-networks.js';
import { tableOf } from './tools-page.js';

/** `docs/networks.md`: what each network accepts, with sources, from the rules that check posts. */
export function networksPage(): string {
  return [
    '# Networks and their limits',
    '',
    'What each network accepts. Postrider checks these rules before it creates a post, and the simulated networks check them when a post is published. `npm run docs` generates this page from the rules. The figures were checked on 2026-11-20.',
    '',
    'How files are converted and sent: [Media on the networks](networks-media.md). The limits of a connected account, and what it has used today: `GET /v1/accounts`. Whether a post would be accepted: `POST /v1/posts/validate`, the tool `postrider_validate_post`, or `postrider posts validate`.',
    '',
    '## At a glance',
    '',
    ...tableOf(
      ['network', 'text', 'images', 'videos', 'posts in 24 hours', 'post types', 'requires', 'inbox'],
      PLATFORMS.map(glance),
    ),
    '',
    '## The service itself',
    '',
    'These apply to every network. If a network has its own limit, the stricter one applies.',
    '',
    ...tableOf(['rule', 'value'], serviceRows()),
    '',
    '## How reliable the figures are',
    '',
    ...tableOf(
      ['confidence', 'meaning'],
      [
        ['official', 'from the network’s own documentation, specification or source code'],
        ['measured', 'observed by running the real software'],
        ['secondary', 'from other tools, or from pages that quote the network'],
        ['memory', 'without a written source; verify before relying on it'],
      ],
    ),
    '',
    'If a network rejects a post that passed these checks, you get its error in its own words, and nothing is published.',
    '',
    ...PLATFORMS.flatMap(networkSection),
    ...provenSection(),
    ...checkedSection(),
    '## When an answer is lost',
    '',
    'If a connection breaks after a request was sent, Postrider does not know whether the post exists. What it does then depends on the network: it sends the request again with the same key if every server of the network returns the first post for it; it looks the post up, and sends it again only if it is surely absent; or it asks you. [What happens to a post](reliability.md#when-an-answer-is-lost) has the rules.',
    '',
    ...tableOf(
      ['network', 'post', 'thread and comments', 'replies and messages'],
      PLATFORMS.map(recoveryRow),
    ),
    '',
    '## Errors of the networks',
    '',
    'Postrider maps the errors of all networks to this closed list. A target that could not be published has one of them in `error`, with what to do next.',
    '',
    ...tableOf(
      ['code', 'cause', 'retry'],
      Object.entries(DELIVERY_ERRORS).map(([code, { retryable }]) => [
        `[\`${code}\`](troubleshooting.md#${anchorOf(`\`${code}\``)})`,
        cell(DELIVERY_HELP[code as keyof typeof DELIVERY_ERRORS]),
        retryable ? 'a retry may succeed' : 'needs a change first',
      ]),
    ),
    '',
    ...knownErrorsSection(),
    `On the simulated networks, accounts with these handles always fail in one way: ${Object.keys(
      NAMED_FAILURES,
    )
      .map((name) => `\`${name}\``)
      .join(', ')}. [Testing](testing.md) describes each.`,
    '',
  ].join('\n');
}

const LOOKED_UP = 'looked up';
const ASKED = 'unknown: you have to look';

function recoveryRow(platform: Platform): string[] {
  const { recovery, createPart, findPart, comments } = NETWORKS[platform].adapter;
  const byKey = recovery === 'key' ? 'sent again with its key' : null;
  const post = byKey ?? (recovery === 'lookup' ? LOOKED_UP : ASKED);
  const part = createPart ? (byKey ?? (findPart ? LOOKED_UP : ASKED)) : 'not offered';
  return [PLATFORM_NAMES[platform], post, part, comments ? LOOKED_UP : 'not offered'];
}

function glance(platform: Platform): string[] {
  const { text, forms, options, rareOptions: _, inbox, postsPerDay } = RULES[platform];
  const { images, videos } = forms.feed;
  const required = Object.entries(options).filter(([, rule]) => rule.required.value);
  const media = forms.feed.mediaRequired.value ? ['media'] : [];
  return [
    `[${PLATFORM_NAMES[platform]}](#${anchorOf(PLATFORM_NAMES[platform])})`,
    `${number(text.max.value)} ${unitWord(text.unit)}`,
    images ? number(images.max.value) : 'none',
    videos ? number(videos.max.value) : 'none',
    postsPerDay.value === null ? 'not known' : number(postsPerDay.value),
    Object.keys(forms).join(', '),
    listed([...media, ...required.map(([name]) => `\`${name}\``)]).replace('none', 'nothing'),
    inbox ? (inbox.messages ? 'comments, messages' : 'comments') : 'no',
  ];
}

function serviceRows(): string[][] {
  const { image, video } = SERVICE_LIMITS;
  return [
    ['Images: types', listed(image.types.value)],
    ['Images: size', `at most ${bytes(image.maxBytes.value)}`],
    ['Images: best aspect ratios (width / height)', image.bestAspects.value.map(number).join(', ')],
    ['Videos: types', listed(video.types.value)],
    ['Videos: codecs', listed(video.codecs.value)],
    ['Videos: size', `at most ${bytes(video.maxBytes.value)}`],
    ['Videos: length as a Short, a reel or on TikTok', range(video.seconds.shortForm.value, duration)],
    ['Videos: length as a standard video on YouTube', range(video.seconds.videoPlatform.value, duration)],
  ];
}

function networkSection(platform: Platform): string[] {
  return [
    `## ${PLATFORM_NAMES[platform]}`,
    '',
    ...ruleGroupsOf(RULES[platform]).flatMap(({ title, rows }) => [
      `**${title}**`,
      '',
      ...tableOf(
        ['rule', 'value', 'source'],
        rows.map(({ rule, value, figure }) => [cell(rule), cell(value), cell(citation(figure))]),
      ),
      '',
    ]),
  ];
}

/** The source of a figure: a link if it has a URL, the confidence, and a note. */
function citation(figure: Figure<unknown>): string {
  const { confidence, note } = figure;
  if (confidence === 'memory') return note === undefined ? 'memory' : `memory; ${note}`;
  const { title, where } = sourceOf(figure);
  const [address] = /https:\/\/[^\s;]+/.exec(where) ?? [];
  const named = address === undefined ? title : `[${title}](${address})`;
  return [`${named}: ${confidence}`, ...(note === undefined ? [] : [note])].join('; ');
}
