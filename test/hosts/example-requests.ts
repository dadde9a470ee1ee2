import { DateTime } from 'luxon';
import type { Move } from './model-wires.js';
import type { Script } from './scripted-model.js';
import { QUESTIONS, type Stage, ZONE } from './stage.js';

/** A request of a person, how a model carries it out, and the expected result. */
export interface ExampleRequest {
  readonly words: string;
  readonly script: Script;
  /** The person's yes to the preview, if the host shows no forms, and what the model does then. */
  readonly yes?: { readonly words: string; readonly script: Script };
  /** @param said the output of the host. @throws if the result differs */
  readonly check: (stage: Stage, said: string) => Promise<void>;
}

function must(holds: boolean, what: string, seen: unknown): void {
  if (!holds) throw new Error(`${what}: ${JSON.stringify(seen)}`);
}

/** A fact in a tool's answer, which hosts pass on as text or as JSON. */
function fact(answer: string | undefined, pattern: RegExp): string {
  const found = pattern.exec(answer ?? '')?.[1];
  if (found === undefined) throw new Error(`the answer has no ${pattern.source}: ${answer?.slice(0, 500)}`);
  return found;
}

const SOURCE_ID = /sourceId"?: ?"?(src_\w+)/;
const POST_ID = /\b(post_\w+)/;
const VIDEO_URL = /url"?: ?"?(http[^\s",\\]+)/;
const CONFIRM_TOKEN = /confirmToken"?: ?"?([^\s",\\]+)/;

/** The model's moves, in order: each sees the tool results before it. */
const inTurn =
  (...moves: readonly ((answers: readonly string[]) => Move)[]): Script =>
  ({ answers }) =>
    moves[Math.min(answers.length, moves.length - 1)]?.(answers) ?? { say: 'There is nothing to do.' };

const whichChannels: ExampleRequest = {
  words: 'Which channels are connected?',
  script: inTurn(
    () => ({ tool: 'postrider_list_accounts', args: {} }),
    ([accounts]) => ({ say: `Connected: ${fact(accounts, /(\d+) accounts are connected/)} accounts.` }),
  ),
  check: async (_stage, said) => must(said.includes('Connected: 10 accounts.'), 'the channels', said),
};

const DRAFT_TEXT = 'The harbour bridge is open again, and there are no tolls.';
const NETWORKS = ['bluesky', 'mastodon'];
/** Networks that show the article's address in the text, because they have no link cards of their own. */
const IN_TEXT = ['mastodon'];

const scheduleArticle = (article: string): ExampleRequest => ({
  words: `Draft a post from ${article} and schedule it for tomorrow morning at nine.`,
  script: inTurn(
    () => ({ tool: 'postrider_ingest_source', args: { url: article } }),
    ([source]) => ({
      tool: 'postrider_create_post',
      args: {
        text: DRAFT_TEXT,
        platforms: NETWORKS,
        sourceId: fact(source, SOURCE_ID),
        scheduledAt: 'tomorrow 9:00',
      },
    }),
    ([, planned]) => ({ say: `Planned: ${fact(planned, POST_ID)}.` }),
  ),
  async check(stage, said) {
    const { data } = await stage.client.posts.list({ status: ['scheduled'] });
    const [post] = data;
    must(data.length === 1 && said.includes(`Planned: ${post?.id}.`), 'one post is scheduled', data);
    const due = DateTime.fromISO(post?.scheduledAt ?? '', { zone: ZONE });
    const now = DateTime.now().setZone(ZONE);
    const nine = now.plus({ days: 1 }).set({ hour: 9, minute: 0, second: 0, millisecond: 0 });
    must(due.equals(nine), 'it is due at nine tomorrow where the workspace is', [due.toISO(), nine.toISO()]);
    must((await stage.outbox()).length === 0, 'nothing is out before its time', await stage.outbox());
    await stage.pass(Math.ceil(nine.diff(now).as('seconds')) + 120);
    const out = (await stage.outbox()).map(({ platform, text }) => `${platform}: ${text}`).sort();
    const expected = NETWORKS.map((platform) => {
      const link = IN_TEXT.includes(platform) ? `\n\n${stage.article}` : '';
      return `${platform}: ${DRAFT_TEXT}${link}`;
    });
    must(JSON.stringify(out) === JSON.stringify(expected), 'it is out once on each network', out);
  },
});

const latestVideo: ExampleRequest = {
  words: 'What is the publishing status of the latest video post?',
  script: inTurn(
    () => ({ tool: 'postrider_list_posts', args: { kind: ['video'], limit: 1 } }),
    ([videos]) => ({ tool: 'postrider_get_post', args: { id: fact(videos, POST_ID) } }),
    ([, post]) => ({
      say: `It is ${fact(post, /status"?: ?"?(\w+)/)}, at ${fact(post, VIDEO_URL)} .`,
    }),
  ),
  async check({ videoUrl }, said) {
    must(
      said.includes(`It is published, at ${videoUrl} .`),
      `the video is at ${videoUrl}`,
      said.slice(-1_000),
    );
  },
};

const REPLIES: Readonly<Record<(typeof QUESTIONS)[number], string>> = {
  'Do you ship to Norway?': 'We do, within a week.',
  'Is there parking?': 'Behind the roastery, yes.',
};

/** Pairs each question with its comment, as both appear in the list of comments. */
function repliesTo(list: string | undefined): readonly { commentId: string; text: string }[] {
  return QUESTIONS.map((question) => {
    const escaped = question.replace('?', '\\?');
    // Other people's text is separate, together with the number of its comment.
    const number = fact(list, new RegExp(`(\\d+)(?:\\W{1,6}text)?\\W{1,8}${escaped}`));
    const commentId = fact(list, new RegExp(`\\bn\\W{1,4}${number}\\W{1,6}id\\W{1,6}(cmt_\\w+)`));
    return { commentId, text: REPLIES[question] };
  });
}

const listed: Move = { tool: 'postrider_list_comments', args: { unanswered: true } };

const reply = (list: string | undefined, confirmToken?: string): Move => ({
  tool: 'postrider_reply_to_comment',
  args: { replies: repliesTo(list), ...(confirmToken !== undefined && { confirmToken }) },
});

async function repliedOnce(stage: Stage): Promise<void> {
  const sent = await stage.answersAtNetwork();
  must(
    JSON.stringify([...sent].sort()) === JSON.stringify(Object.values(REPLIES).sort()),
    'each comment has its reply, once',
    sent,
  );
}

const ANSWER_WORDS = 'Answer the unanswered comments.';

/** If the host shows no forms, the model shows the preview, ends its turn, and sends after a yes. */
export const answerWithToken: ExampleRequest = {
  words: ANSWER_WORDS,
  script: inTurn(
    () => listed,
    ([list]) => reply(list),
    ([, asked]) => ({
      say: `Shall I send these? ${fact(asked, CONFIRM_TOKEN) === '' ? '' : 'Please say yes.'}`,
    }),
  ),
  yes: {
    words: 'Yes, send them.',
    script: ({ answers, before }) => {
      if (answers.length > 0) return { say: 'They are sent.' };
      // A host that resumes a conversation may repeat a tool result.
      const shown = before.findLast((answer) => CONFIRM_TOKEN.test(answer));
      return reply(before[0], fact(shown, CONFIRM_TOKEN));
    },
  },
  check: repliedOnce,
};

/** The policy asks nobody. */
export const answerAtOnce: ExampleRequest = {
  words: ANSWER_WORDS,
  script: inTurn(
    () => listed,
    ([list]) => reply(list),
    () => ({ say: 'They are sent.' }),
  ),
  check: repliedOnce,
};

/** The host shows forms, but nobody is there to answer, so it declines. */
export const answerDeclined: ExampleRequest = {
  ...answerAtOnce,
  script: inTurn(
    () => listed,
    ([list]) => reply(list),
    ([, answer]) => ({ say: `It was ${fact(answer, /status"?: ?"?(\w+)/)}.` }),
  ),
  async check(stage, said) {
    must(said.includes('It was declined.'), 'the host declines', said.slice(-1_000));
    const sent = await stage.answersAtNetwork();
    must(sent.length === 0, 'nothing is sent', sent);
  },
};

export const exampleRequests = ({ article }: Stage): readonly ExampleRequest[] => [
  whichChannels,
  scheduleArticle(article),
  latestVideo,
];
