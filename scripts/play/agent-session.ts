import * as z from 'zod';
import { Agent, type ToolAnswer } from './agent.js';
import type { MadeKey } from './demo-backend.js';
import type { Stage } from './stage.js';

export interface SessionOutcome {
  /** The URL of the post at each network. */
  readonly pages: readonly { readonly platform: string; readonly url: string }[];
  /** What went wrong. */
  readonly problems: readonly string[];
}

const PLATFORMS = ['bluesky', 'mastodon', 'linkedin'];

const TEXT = [
  'We are open on Sunday for the first time! From nine to six there is filter coffee from our new roaster,',
  'cardamom buns that leave the oven at ten, and a long table in the sun for everyone who likes to read.',
  'Bring a book, take one home, and tell us what we should brew next week. Dogs are welcome as always, and',
  'so are people who only want to sit.',
].join(' ');

const SHORTER =
  'We are open on Sunday for the first time! From nine to six: filter coffee from our new roaster, cardamom buns at ten, and a long table in the sun. Bring a book, take one home.';

const Accounts = z.object({ accounts: z.array(z.object({ platform: z.string() })) });
const Posts = z.object({ posts: z.array(z.object({ id: z.string() })) });
const Target = z.object({ platform: z.string(), status: z.string(), url: z.string().optional() });
const Post = z.object({ id: z.string(), status: z.string(), targets: z.array(Target) });

const succeeded = ({ isError }: ToolAnswer): boolean => !isError;
const accepted = ({ structured, isError }: ToolAnswer): boolean => !isError && structured['ok'] !== false;

/** A short session: look around, validate, fix, publish, check. */
export async function playAgentSession(entry: MadeKey['entry'], stage: Stage): Promise<SessionOutcome> {
  const problems: string[] = [];
  const check = (fine: boolean, problem: string): void => {
    if (!fine) problems.push(problem);
  };
  stage.title('An agent’s session');
  stage.say(
    'The tool server is started as an MCP host starts it. These are its real calls and answers, with shortened ids and without the time that every answer includes.',
  );
  const agent = await Agent.start(entry, stage);
  try {
    stage.fact('Tools', (await agent.toolNames()).join(', '));

    stage.step('Where can I publish?');
    const accounts = Accounts.safeParse(
      (await agent.call('postrider_list_accounts', {}, succeeded)).structured,
    );
    const connected = accounts.data?.accounts.map(({ platform }) => platform) ?? [];
    check(
      PLATFORMS.every((platform) => connected.includes(platform)),
      'Not every account is connected.',
    );

    stage.step('Is this text short enough everywhere? (No: Bluesky allows 300 characters.)');
    const draft = { platforms: PLATFORMS, text: TEXT, scheduleMode: 'now' };
    const tried = await agent.call('postrider_validate_post', draft, accepted);
    check(!accepted(tried), 'A text too long for Bluesky was not rejected.');

    stage.step('Publish with a shorter text for Bluesky. The demo confirms it for you.');
    const fixed = { ...draft, overrides: [{ target: 'bluesky', text: SHORTER }] };
    const created = await agent.call('postrider_create_post', fixed, succeeded);
    check(agent.questions === 1, `The person was asked ${agent.questions} times instead of once.`);
    const { id } = z
      .object({ id: z.string() })
      .parse(created.structured, { error: () => 'no post was created' });

    stage.step('Is it published?');
    const published = (answer: ToolAnswer): boolean => answer.structured['status'] === 'published';
    const read = await agent.call('postrider_get_post', { id, waitSeconds: 30 }, published);
    const post = Post.parse(read.structured);
    const pages = post.targets.flatMap(({ platform, url }) => (url === undefined ? [] : [{ platform, url }]));
    check(post.status === 'published' && pages.length === PLATFORMS.length, `The post is ${post.status}.`);
    for (const page of pages) {
      const { status } = await fetch(page.url);
      check(status === 200, `The page on ${page.platform} answers with HTTP ${status}.`);
    }

    stage.step('What has been published so far?');
    const list = await agent.call('postrider_list_posts', { status: ['published'] }, succeeded);
    const listed = Posts.safeParse(list.structured).data?.posts.map((one) => one.id) ?? [];
    check(listed.includes(id), 'The post is missing from the list.');
    return { pages, problems };
  } finally {
    await agent.close();
  }
}
