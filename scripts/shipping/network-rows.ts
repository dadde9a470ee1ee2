import { dollars } from '../../src/base/dollars.js';
import { METRIC_NAMES, METRICS } from '../../src/contract/insights/values.js';
import { POST_TYPES, type PostType } from '../../src/contract/posts/values.js';
import { unitWord } from '../../src/networks/count/unit-words.js';
import type { Figure, Range } from '../../src/networks/figure.js';
import type { InboxRules } from '../../src/networks/inbox-rules.js';
import type { LengthRule } from '../../src/networks/length-rule.js';
import type { GivenMetrics, MetricRules } from '../../src/networks/metric-rules.js';
import type { AmountRule, FileRules, NetworkRules, OptionRules } from '../../src/networks/network-rules.js';
import type { RareOption } from '../../src/networks/rare-options.js';
import { bytes, duration, listed, number, range } from './figure-words.js';

/** One rule of a network, formatted, with its figure. */
interface RuleRow {
  readonly rule: string;
  readonly value: string;
  readonly figure: Figure<unknown>;
}

export interface RuleGroup {
  readonly title: string;
  readonly rows: readonly RuleRow[];
}

type Rows = readonly (RuleRow | readonly RuleRow[] | undefined)[];

function row<T>(rule: string, figure: Figure<T> | undefined, words: (value: T) => string): RuleRow[] {
  return figure ? [{ rule, value: words(figure.value), figure }] : [];
}

const group = (title: string, rows: Rows): RuleGroup => ({
  title,
  rows: rows.flatMap((one) => one ?? []),
});

/** All rules of a network, grouped in the order in which readers need them. */
export function ruleGroupsOf(rules: NetworkRules): RuleGroup[] {
  return [
    group('Text', textRows(rules)),
    ...Object.entries(rules.forms).map(([name, form]) => group(`Media: ${name}`, formRows(form))),
    group('Options', optionRows(rules)),
    group('Rarer options', [
      ...Object.entries(rules.rareOptions).map(([name, option]) => rareRows(name, option)),
      row(
        `\`${rules.inboxDraft?.option}: ${rules.inboxDraft?.value}\` keeps the text of`,
        rules.inboxDraft?.keepsText,
        (kinds) => kinds.join(', '),
      ),
    ]),
    group('Comments and messages', [
      row('Comments', rules.noInbox, (why) => `not offered. ${why}`),
      ...(rules.inbox ? inboxRows(rules.inbox) : []),
    ]),
    group('Numbers after publishing', rules.metrics ? metricRows(rules.metrics) : []),
    group('Rates and access', [
      row('Posts in 24 hours', rules.postsPerDay, (max) => (max === null ? 'no known limit' : number(max))),
      row('Duplicate posts', rules.duplicates, (what) => what),
      row('Access token lifetime', rules.tokens.access, (seconds) =>
        seconds === null ? 'does not expire' : duration(seconds),
      ),
      row('Refresh token lifetime', rules.tokens.refresh, (seconds) =>
        seconds === null ? 'does not expire, or not used' : duration(seconds),
      ),
    ]),
  ].filter(({ rows }) => rows.length > 0);
}

const FORM_NAMES: Readonly<Record<PostType, string>> = {
  feed: 'Post',
  reel: 'Reel',
  short: 'Short',
  story: 'Story',
};

/** What is counted of a form of post. */
function countedRows(posts: GivenMetrics, prefix = ''): Rows {
  return METRICS.map((metric) =>
    row(`${prefix}${METRIC_NAMES[metric]}`, posts[metric]?.field, (field) => `\`${field}\``),
  );
}

function metricRows({ posts, video = {}, followers, forms = {}, ...rules }: MetricRules): Rows {
  return [
    ...countedRows(posts),
    ...countedRows(video, 'With a video: '),
    ...POST_TYPES.flatMap((form) => {
      const own = forms[form];
      if (!own) return [];
      const prefix = `${FORM_NAMES[form]}: `;
      return [
        ...countedRows(own.posts, prefix),
        row(`${prefix}read after`, own.windows, (windows) =>
          windows.length === 0 ? 'not read' : listed(windows),
        ),
      ];
    }),
    row('Followers', followers?.field, (field) => `\`${field}\``),
    row('Read after', rules.windows, listed),
    row('May still be corrected after', rules.provisional, (windows) =>
      windows.length === 0 ? 'none' : listed(windows),
    ),
    row('How late the numbers are', rules.lagSeconds, (seconds) =>
      seconds === 0 ? 'not late' : duration(seconds),
    ),
    row('Permission', rules.permission, (name) => (name === null ? 'none beyond publishing' : `\`${name}\``)),
    row('Numbers calculated from them', rules.calculation, (rule) => rule),
    row('Price of reading a post once', rules.dollarsPerPost, (dollars) =>
      dollars === 0 ? 'free' : `$${dollars}`,
    ),
    row('Posts in a request', rules.postsPerRequest, (max) => `at most ${number(max)}`),
    row('Requests for an account in a day', rules.requestsPerDay, (max) => `at most ${number(max)}`),
  ];
}

function textRows({
  text,
  hashtags,
  mentions,
  cashtags,
  links,
  thread,
  firstComment,
  singleVideoForm,
}: NetworkRules): Rows {
  const of = (unit: string) => (max: number) => `${number(max)} ${unitWord(unit)}`;
  return [
    lengthRows(`Text (\`${text.field}\`)`, text),
    row('Text, with a paid plan', text.premiumMax, of(text.unit)),
    row('Text in bytes', text.maxBytes, (max) => `${number(max)} bytes of UTF-8`),
    row('Can be empty with', text.emptyWith, listed),
    row('Not allowed in the text', text.refused, (chars) => listed(chars.map((char) => `\`${char}\``))),
    row('Not shown on', text.hiddenOn, listed),
    row('Counts toward the limit', text.withWarning, () => 'the text and the content warning'),
    text.withImages ? lengthRows(`Text with images (\`${text.withImages.field}\`)`, text.withImages) : [],
    amountRows('Hashtags', hashtags),
    amountRows('Mentions', mentions),
    amountRows('Cashtags', cashtags),
    amountRows('Links', links),
    row('A link counts as', links.weight, of(text.unit)),
    row(`Thread (\`${thread?.field}\`)`, thread?.offered, () => 'supported'),
    firstComment
      ? [
          ...lengthRows(`First comment (\`${firstComment.field}\`)`, firstComment),
          ...row('No comments on', firstComment.notOn, listed),
          ...row('Videos made for kids', firstComment.notForKids, () => 'no comments'),
        ]
      : [],
    row('A single video becomes', singleVideoForm, (form) => form),
  ];
}

function lengthRows(rule: string, { unit, max, warn }: LengthRule): RuleRow[] {
  return [
    ...row(rule, max, (max) => `at most ${number(max)} ${unitWord(unit)}`),
    ...row(`${rule}: recommended maximum`, warn, (max) => `${number(max)} ${unitWord(warn?.unit ?? unit)}`),
  ];
}

function amountRows(rule: string, { max, warn }: AmountRule): RuleRow[] {
  return [
    ...row(rule, max, (max) => `at most ${number(max)}`),
    ...row(`${rule}: recommended maximum`, warn, number),
  ];
}

function formRows({
  name,
  images,
  videos,
  mediaRequired,
  mixedMax,
  serviceSeconds,
}: NetworkRules['forms']['feed']): Rows {
  return [
    row('Name at the network', name, (word) => `\`${word}\``),
    row('Image or video', mediaRequired, (required) => (required ? 'required' : 'optional')),
    row('Images and videos combined', mixedMax, (max) => `at most ${number(max)}`),
    images
      ? [
          ...row('Images', images.max, (max) => `at most ${number(max)}`),
          ...fileRows('Image', images),
          ...row('Several images', images.sameSize, () => 'must have one size'),
        ]
      : [],
    videos
      ? [
          ...row('Videos', videos.max, (max) => `at most ${number(max)}`),
          ...fileRows('Video', videos),
          ...row('Video: minimum size', videos.minBytes, bytes),
          ...row(
            serviceSeconds ? 'Video: length (the service’s own limit applies too)' : 'Video: length',
            videos.seconds,
            (span) => range(span, duration),
          ),
          ...row('Video: length, with a paid plan', videos.premiumSeconds, (span) => range(span, duration)),
          ...row('Video: frames per second', videos.framesPerSecond, (span) => range(span, number)),
          ...row('Video: codecs', videos.codecs, listed),
        ]
      : [],
  ];
}

function fileRows(kind: string, rules: FileRules): RuleRow[] {
  const pixels = (span: Range) => `${range(span, number)} pixels`;
  const { altText, warnBytes } = rules;
  return [
    ...row(`${kind}: types`, rules.types, listed),
    ...row(`${kind}: size`, rules.maxBytes, (max) => `at most ${bytes(max)}`),
    ...row(`${kind}: recommended maximum size`, warnBytes, bytes),
    ...row(`${kind}: aspect ratio (width / height)`, rules.aspect, (span) => range(span, number)),
    ...row(`${kind}: shorter side`, rules.shortSide, pixels),
    ...row(`${kind}: longer side`, rules.longSide, pixels),
    ...row(`${kind}: area`, rules.maxPixels, (max) => `at most ${number(max)} pixels`),
    ...(altText ? lengthRows(`${kind}: alt text`, altText) : []),
  ];
}

function optionRows({ options, disclosures }: NetworkRules): Rows {
  const { title, privacy, boardId, cover } = options;
  const names = Object.keys(options) as (keyof OptionRules)[];
  return [
    ...names.map((name) =>
      row(`\`${name}\` (\`${options[name]?.field}\`)`, options[name]?.required, (required) =>
        required ? 'required' : 'optional',
      ),
    ),
    title
      ? [
          ...lengthRows('`title`: length', title),
          ...row('`title`: not allowed', title.refused, (chars) =>
            listed(chars.map((char) => `\`${char}\``)),
          ),
        ]
      : [],
    row('`privacy`: values', privacy?.values, (values) =>
      listed(Object.entries(values).map(([ours, theirs]) => `${ours} (\`${theirs}\`)`)),
    ),
    row('`boardId`: pattern', boardId?.pattern, (pattern) => `\`${pattern}\``),
    cover ? fileRows('`cover`', cover.image) : [],
    ...Object.entries(disclosures).map(([name, rule]) =>
      row(`\`disclosure\`: ${name} (\`${rule?.field}\`)`, rule?.offered, () => 'supported'),
    ),
  ];
}

function rareRows(name: string, option: RareOption): RuleRow[] {
  const rule = `\`${name}\` (\`${option.field}\`)`;
  switch (option.kind) {
    case 'flag':
      return row(rule, option.offered, () => 'true or false');
    case 'choice':
      return row(rule, option.values, (values) => `one of ${listed(values)}`);
    case 'choices':
      return row(rule, option.values, (values) => `one or more of ${listed(values)}`);
    case 'whole':
      return row(rule, option.min, (min) => `whole number of at least ${number(min)}`);
    case 'text':
      return [
        ...row(rule, option.offered, () => option.pattern?.words ?? 'text'),
        ...row(`\`${name}\`: pattern`, option.pattern, (pattern) => `\`${pattern}\``),
        ...row(`\`${name}\`: names`, option.id?.names, (names) =>
          listed(Object.entries(names).map(([id, called]) => `${id} ${called}`)),
        ),
        ...(option.length ? lengthRows(`\`${name}\`: length`, option.length) : []),
      ];
    case 'texts':
      return [
        ...row(rule, option.offered, () => `list of ${option.pattern?.words ?? 'texts'}`),
        ...row(`\`${name}\`: pattern of each`, option.pattern, (pattern) => `\`${pattern}\``),
        ...row(`\`${name}\``, option.maxItems, (max) => `at most ${number(max)} values`),
        ...(option.joinedLength ? lengthRows(`\`${name}\`: total length`, option.joinedLength) : []),
      ];
  }
}

const durationOrNone = (seconds: number | null) => (seconds === null ? 'none' : duration(seconds));

function inboxRows({ polled, only, comments, messages }: InboxRules): Rows {
  const { privateReply } = comments;
  const refusedWords = (refused: boolean) => (refused ? 'no public replies' : 'can be replied to');
  return [
    row('Asked for what is new: while people write, every', polled?.seconds, duration),
    row('Asked for what is new: when quiet, every', polled?.quietSeconds, duration),
    row('Asked for what is new: while it is announced, every', polled?.announcedSeconds, duration),
    row(
      `Asked for what is new: ${polled?.budget?.units ?? ''} in a day`,
      polled?.budget?.unitsPerDay,
      (max) => `at most ${number(max)} for each ${polled?.budget?.of ?? ''}`,
    ),
    row('Notices', polled?.nudges?.effect, (effect) => effect),
    row('Looks because of notices: at most every', polled?.nudges?.seconds, duration),
    row('Reading a comment: price', polled?.price?.comment, dollars),
    row('Reading who wrote it: price', polled?.price?.author, dollars),
    row(
      'Accounts with an inbox',
      only?.offered,
      () => `those whose id begins with ${only?.idPrefix ?? ''}. ${only?.others ?? ''}`,
    ),
    lengthRows('Comment or reply', comments.text),
    row('Comment levels', comments.levels, (levels) => (levels === null ? 'any number' : number(levels))),
    row('Hidden comment', comments.hiddenRefused, refusedWords),
    row('Comment on a live video', comments.liveRefused, refusedWords),
    row('Private reply: time limit', privateReply?.seconds, durationOrNone),
    row('Private replies per comment', privateReply?.perComment, number),
    messages
      ? [
          ...lengthRows('Direct message', messages.text),
          ...row('Image in a message', messages.imageBytes, (max) => `at most ${bytes(max)}`),
          ...row('Video in a message', messages.videoBytes, (max) => `at most ${bytes(max)}`),
          ...row('Files in a message', messages.files, (max) => `at most ${number(max)}`),
          ...row('Text and a file in one message', messages.fileWithText, (may) => (may ? 'yes' : 'no')),
          ...row('Reply: time limit', messages.windowSeconds, durationOrNone),
          ...row('Reply after a click-to-message ad: time limit', messages.clickToMessageSeconds, duration),
          ...row('Reply with the human agent tag: time limit', messages.humanAgentSeconds, duration),
        ]
      : [],
  ];
}
