import { unitWord } from '../../src/networks/count/unit-words.js';
import type { Figure, Range } from '../../src/networks/figure.js';
import type { InboxRules } from '../../src/networks/inbox-rules.js';
import type {
  AmountRule,
  FileRules,
  LengthRule,
  NetworkRules,
  OptionRules,
} from '../../src/networks/network-rules.js';
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
    group(
      'Rarer options',
      Object.entries(rules.rareOptions).map(([name, option]) => rareRows(name, option)),
    ),
    group('Comments and messages', rules.inbox ? inboxRows(rules.inbox) : []),
    group('Rates and access', [
      row('Posts in 24 hours', rules.postsPerDay, (most) =>
        most === null ? 'no limit known' : number(most),
      ),
      row('The same post again', rules.duplicates, (what) => what),
      row('Access lasts', rules.tokens.access, (seconds) =>
        seconds === null ? 'does not expire' : duration(seconds),
      ),
      row('Renewing lasts', rules.tokens.refresh, (seconds) =>
        seconds === null ? 'no end by time, or not offered' : duration(seconds),
      ),
    ]),
  ].filter(({ rows }) => rows.length > 0);
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
    row('Text, accounts that pay', text.premiumMax, of(text.unit)),
    row('Text in bytes', text.maxBytes, (max) => `${number(max)} bytes of UTF-8`),
    row('May be empty with', text.emptyWith, listed),
    row('Refused in the text', text.refused, (signs) => listed(signs.map((sign) => `\`${sign}\``))),
    row('Not shown on', text.hiddenOn, listed),
    row('The limit is on the text and', text.withWarning, () => 'the content warning together'),
    text.withImages ? lengthRows(`Text with images (\`${text.withImages.field}\`)`, text.withImages) : [],
    amountRows('Hashtags', hashtags),
    amountRows('Mentions', mentions),
    amountRows('Cashtags', cashtags),
    amountRows('Links', links),
    row('A link counts as', links.weight, of(text.unit)),
    row(`Thread (\`${thread?.field}\`)`, thread?.offered, () => 'offered'),
    firstComment
      ? [
          ...lengthRows(`First comment (\`${firstComment.field}\`)`, firstComment),
          ...row('No comments on', firstComment.notOn, listed),
          ...row('No comments on videos made for children', firstComment.notForKids, () => 'refused'),
        ]
      : [],
    row('A single video becomes', singleVideoForm, (form) => form),
  ];
}

function lengthRows(rule: string, { unit, max, warn }: LengthRule): RuleRow[] {
  return [
    ...row(rule, max, (most) => `at most ${number(most)} ${unitWord(unit)}`),
    ...row(`${rule}: better below`, warn, (most) => `${number(most)} ${unitWord(warn?.unit ?? unit)}`),
  ];
}

function amountRows(rule: string, { max, warn }: AmountRule): RuleRow[] {
  return [
    ...row(rule, max, (most) => `at most ${number(most)}`),
    ...row(`${rule}: better below`, warn, number),
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
    row('The network’s word', name, (word) => `\`${word}\``),
    row('Image or video', mediaRequired, (needed) => (needed ? 'needed' : 'not needed')),
    row('Images and videos together', mixedMax, (most) => `at most ${number(most)}`),
    images
      ? [
          ...row('Images', images.max, (most) => `at most ${number(most)}`),
          ...fileRows('Image', images),
          ...row('Several images', images.sameSize, () => 'all of one size'),
        ]
      : [],
    videos
      ? [
          ...row('Videos', videos.max, (most) => `at most ${number(most)}`),
          ...fileRows('Video', videos),
          ...row('Video: at least', videos.minBytes, bytes),
          ...row(
            serviceSeconds ? 'Video: length (the service’s own limit holds too)' : 'Video: length',
            videos.seconds,
            (span) => range(span, duration),
          ),
          ...row('Video: length, accounts that pay', videos.premiumSeconds, (span) => range(span, duration)),
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
    ...row(`${kind}: size`, rules.maxBytes, (most) => `at most ${bytes(most)}`),
    ...row(`${kind}: better below`, warnBytes, bytes),
    ...row(`${kind}: width by height`, rules.aspect, (span) => range(span, number)),
    ...row(`${kind}: shorter side`, rules.shortSide, pixels),
    ...row(`${kind}: longer side`, rules.longSide, pixels),
    ...row(`${kind}: width times height`, rules.maxPixels, (most) => `at most ${number(most)} pixels`),
    ...(altText ? lengthRows(`${kind}: description`, altText) : []),
  ];
}

function optionRows({ options, disclosures }: NetworkRules): Rows {
  const { title, privacy, boardId, cover } = options;
  const names = Object.keys(options) as (keyof OptionRules)[];
  return [
    ...names.map((name) =>
      row(`\`${name}\` (\`${options[name]?.field}\`)`, options[name]?.required, (needed) =>
        needed ? 'demanded' : 'offered',
      ),
    ),
    title
      ? [
          ...lengthRows('`title`: length', title),
          ...row('`title`: refused', title.refused, (all) => listed(all.map((sign) => `\`${sign}\``))),
        ]
      : [],
    row('`privacy`: values', privacy?.values, (values) =>
      listed(Object.entries(values).map(([ours, theirs]) => `${ours} (\`${theirs}\`)`)),
    ),
    row('`boardId`: form', boardId?.pattern, (pattern) => `\`${pattern}\``),
    cover ? fileRows('`cover`', cover.image) : [],
    ...Object.entries(disclosures).map(([name, rule]) =>
      row(`\`disclosure\`: ${name} (\`${rule?.field}\`)`, rule?.offered, () => 'offered'),
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
      return row(rule, option.values, (values) => `some of ${listed(values)}`);
    case 'whole':
      return row(rule, option.min, (least) => `whole number from ${number(least)}`);
    case 'text':
      return [
        ...row(rule, option.offered, () => option.form?.words ?? 'text'),
        ...row(`\`${name}\`: form`, option.form, (pattern) => `\`${pattern}\``),
        ...(option.length ? lengthRows(`\`${name}\`: length`, option.length) : []),
      ];
    case 'texts':
      return [
        ...row(rule, option.offered, () => `list of ${option.form?.words ?? 'texts'}`),
        ...row(`\`${name}\`: form of each`, option.form, (pattern) => `\`${pattern}\``),
        ...row(`\`${name}\``, option.most, (most) => `at most ${number(most)}`),
        ...(option.joinedLength ? lengthRows(`\`${name}\`: all together`, option.joinedLength) : []),
      ];
  }
}

function inboxRows({ comments, messages }: InboxRules): Rows {
  const { privateReply } = comments;
  const refusedWords = (refused: boolean) => (refused ? 'cannot be answered in public' : 'can be answered');
  return [
    lengthRows('Comment or reply', comments.text),
    row('Levels of comments', comments.levels, number),
    row('A hidden comment', comments.hiddenRefused, refusedWords),
    row('A comment on a live video', comments.liveRefused, refusedWords),
    row('Private reply: within', privateReply?.seconds, duration),
    row('Private replies to a comment', privateReply?.perComment, number),
    messages
      ? [
          ...lengthRows('Direct message', messages.text),
          ...row('Image in a message', messages.imageBytes, (most) => `at most ${bytes(most)}`),
          ...row('Video in a message', messages.videoBytes, (most) => `at most ${bytes(most)}`),
          ...row('Files in a message', messages.files, (most) => `at most ${number(most)}`),
          ...row('Text and a file in one message', messages.fileWithText, (may) => (may ? 'yes' : 'no')),
          ...row('Answers: within', messages.windowSeconds, duration),
          ...row(
            'Answers after an advertisement that invites to write: within',
            messages.clickToMessageSeconds,
            duration,
          ),
          ...row('Answers by a person, with the tag: within', messages.humanAgentSeconds, duration),
        ]
      : [],
  ];
}
