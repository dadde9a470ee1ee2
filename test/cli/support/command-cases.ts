import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CliHarness } from './cli-harness.js';
import { ROOT } from './program.js';

const IMAGE = join(ROOT, 'test/fixtures/media/photo.jpg');

/** A workspace with objects for every command. */
export class CommandScene {
  readonly harness: CliHarness;
  readonly home = mkdtempSync(join(tmpdir(), 'postrider-cases-'));
  readonly notes = join(this.home, 'notes.md');
  readonly image: string = IMAGE;
  #texts = 0;

  private constructor(harness: CliHarness) {
    this.harness = harness;
    writeFileSync(this.notes, '# Sunday opening\n\nWe are open on Sundays from now on, from nine to five.\n');
  }

  static async open(): Promise<CommandScene> {
    return new CommandScene(await CliHarness.open());
  }

  get env(): Record<string, string> {
    return { ...this.harness.env, HOME: this.home, POSTRIDER_CONFIG: join(this.home, 'config') };
  }

  text(): string {
    this.#texts += 1;
    return `A text that no other case has, number ${this.#texts}.`;
  }

  /** Runs a command with `--json` and returns one field of its output. */
  async field(name: string, ...args: readonly string[]): Promise<string> {
    const printed: unknown = await this.harness.json(...args);
    const value =
      typeof printed === 'object' && printed !== null
        ? Object.entries(printed).find(([key]) => key === name)
        : undefined;
    if (typeof value?.[1] !== 'string') throw new Error(`${args.join(' ')} printed no ${name}`);
    return value[1];
  }

  account(): Promise<string> {
    // No other case publishes to this network by name.
    return this.harness.tools.connect('pinterest', `someone${this.#next()}`);
  }
  draft(): Promise<string> {
    return this.field('id', 'posts', 'create', '--to', 'bluesky', '--text', this.text());
  }
  proposal(): Promise<string> {
    const when = ['--at', 'tomorrow 9:00', '--propose'];
    return this.field('id', 'posts', 'create', '--to', 'bluesky', '--text', this.text(), ...when);
  }
  async approved(): Promise<string> {
    return this.field('id', 'posts', 'approve', await this.proposal());
  }
  source(): Promise<string> {
    return this.field('id', 'ingest', this.notes);
  }
  /** An app is set. */
  async app(): Promise<string> {
    await this.harness.run('apps', 'set', 'x', '--client-id', 'an-id');
    return 'x';
  }
  label(): Promise<string> {
    return this.field('id', 'labels', 'create', `Label ${this.#next()}`);
  }
  /** A draft with a remark. */
  async remark(): Promise<readonly [post: string, remark: string]> {
    const post = await this.draft();
    return [post, await this.field('id', 'posts', 'remark', post, '--text', 'Is this right?')];
  }
  savedText(): Promise<string> {
    return this.field('id', 'texts', 'create', `Text ${this.#next()}`, '--text', '#bakery');
  }
  media(): Promise<string> {
    return this.field('key', 'media', 'upload', this.image);
  }
  async schedule(): Promise<string> {
    const at = ['--label', 'Mornings', '--days', 'mon', '--start', '09:00'];
    return this.field('id', 'schedules', 'create', '--account', await this.account(), ...at);
  }
  alertAddress(): Promise<string> {
    return this.field('id', 'alerts', 'add', 'https://hooks.example.org/alerts', '--kind', 'slack');
  }
  webhook(): Promise<string> {
    return this.field('id', 'webhooks', 'create', '--url', 'https://hooks.example.org/x');
  }

  async comment(): Promise<string> {
    const post = await this.published();
    const said = ['--post', post, '--text', this.text(), '--author', '@mia.brews'];
    return (await this.harness.run('trigger', 'comment.received', ...said, '--quiet')).stdout.trim();
  }
  /** The id of the conversation. */
  async conversation(): Promise<string> {
    const account = await igAccount(this);
    const said = ['--account', account, '--text', this.text(), '--author', `@writer${this.#next()}`];
    await this.harness.run('trigger', 'message.received', ...said);
    const { stdout } = await this.harness.run('conversations', 'list', '--account', account, '--quiet');
    return stdout.split('\n')[0] ?? '';
  }
  async message(): Promise<string> {
    const args = ['--conversation', await this.conversation(), '--quiet'];
    return (await this.harness.run('messages', 'list', ...args)).stdout.split('\n')[0] ?? '';
  }
  published(network = 'facebook'): Promise<string> {
    const now = ['--now', '--yes', '--wait', '5'];
    return this.field('id', 'posts', 'create', '--to', network, '--text', this.text(), ...now);
  }

  #next(): number {
    this.#texts += 1;
    return this.#texts;
  }

  async close(): Promise<void> {
    await this.harness.close();
    rmSync(this.home, { recursive: true, force: true });
  }
}

type Arguments = readonly string[] | ((scene: CommandScene) => Promise<readonly string[]>);

/** Arguments with which each command for API operations succeeds. */
export const COMMAND_CASES: Readonly<Record<string, readonly Arguments[]>> = {
  whoami: [[]],
  health: [[], ['--liveness']],
  login: [async ({ env }) => ['--key', env['POSTRIDER_API_KEY'] ?? '']],
  'accounts list': [[], ['--platform', 'bluesky']],
  'accounts get': [async (scene) => [await scene.account()]],
  'accounts metrics': [async (scene) => [await scene.account()], ['bluesky:@fernhill.example']],
  'accounts update': [
    async (scene) => [await scene.account(), '--numbers', 'off'],
    async (scene) => [await scene.account(), '--tag-links', 'on', '--campaign', 'autumn'],
  ],
  'accounts check': [async (scene) => [await scene.account()]],
  'accounts disconnect': [async (scene) => [await scene.account(), '--yes']],
  'apps list': [[]],
  'apps get': [['x']],
  'apps set': [async (scene) => [await scene.app(), '--review', 'none']],
  'apps remove': [async (scene) => [await scene.app(), '--yes']],
  ingest: [async ({ notes }) => [notes]],
  'sources list': [async (scene) => [await scene.source()].slice(1), ['--all', '--text', 'Sunday']],
  'sources get': [async (scene) => [await scene.source()]],
  'sources delete': [async (scene) => [await scene.source(), '--yes']],
  'labels list': [async (scene) => [await scene.label()].slice(1)],
  'labels create': [async (scene) => [scene.text().replace(',', '').slice(-30), '--color', 'green']],
  'labels update': [async (scene) => [await scene.label(), '--color', 'red']],
  'labels delete': [async (scene) => [await scene.label(), '--yes']],
  'posts remarks': [async (scene) => [(await scene.remark())[0]]],
  'posts remark': [async (scene) => [await scene.draft(), '--text', 'Is this right?']],
  'posts delete-remark': [async (scene) => [...(await scene.remark()), '--yes']],
  'texts list': [async (scene) => [await scene.savedText()].slice(1), ['--kind', 'reply']],
  'texts create': [async (scene) => [scene.text(), '--text', '#bakery']],
  'texts update': [async (scene) => [await scene.savedText(), '--text', '#bread']],
  'texts delete': [async (scene) => [await scene.savedText(), '--yes']],
  'posts validate': [['--to', 'bluesky,x', '--text', 'Hello']],
  'posts create': [
    async (scene) => ['--to', 'bluesky', '--text', scene.text()],
    async (scene) => ['--to', 'bluesky', '--text', scene.text(), '--at', 'tomorrow 9:00'],
    async (scene) => ['--to', 'bluesky', '--text', scene.text(), '--now', '--yes', '--wait', '5'],
  ],
  'posts list': [[], ['--status', 'scheduled', '--all']],
  'posts count': [[], ['--status', 'scheduled']],
  'posts get': [async (scene) => [await scene.draft()]],
  'posts metrics': [async (scene) => [await scene.draft()]],
  insights: [[], ['--last', '4w', '--by', 'time', '--window', '24h']],
  'posts watch': [async (scene) => [(await scene.harness.tools.failedPost()).id]],
  'posts edit': [async (scene) => [await scene.draft(), '--text', scene.text()]],
  'posts publish': [async (scene) => [await scene.draft(), '--at', 'tomorrow 10:00']],
  'posts cancel': [async (scene) => [await scene.draft(), '--yes']],
  'posts retry': [async (scene) => [(await scene.harness.tools.failedPost()).id, '--yes', '--wait', '5']],
  'posts delete-published': [async (scene) => [await scene.published('bluesky'), '--yes']],
  'posts resolve': [
    async (scene) => [(await scene.harness.tools.unknownPost()).id, '--outcome', 'published', '--wait', '0'],
  ],
  'posts approve': [async (scene) => [await scene.proposal()]],
  'posts reject': [async (scene) => [await scene.proposal(), '--note', 'Name the hours.']],
  'posts reopen': [async (scene) => [await scene.approved()]],
  'comments list': [[], async (scene) => ['--post', await scene.published(), '--all']],
  'comments get': [async (scene) => [await scene.comment()]],
  'comments create': [async (scene) => ['--post', await scene.published(), '--text', scene.text(), '--yes']],
  'comments reply': [async (scene) => [await scene.comment(), '--text', scene.text(), '--yes']],
  'comments private-reply': [async (scene) => [await scene.comment(), '--text', scene.text(), '--yes']],
  'comments read': [async (scene) => [await scene.comment()]],
  'comments hide': [async (scene) => [await scene.comment()]],
  'comments unhide': [async (scene) => [await scene.comment()]],
  'comments delete': [async (scene) => [await scene.comment(), '--yes']],
  'conversations list': [[], async (scene) => ['--account', await igAccount(scene), '--all']],
  'conversations get': [async (scene) => [await scene.conversation()]],
  'conversations read': [async (scene) => [await scene.conversation()]],
  'messages list': [async (scene) => ['--conversation', await scene.conversation()]],
  'messages get': [async (scene) => [await scene.message()]],
  'messages send': [async (scene) => [await scene.conversation(), '--text', scene.text(), '--yes']],
  'media upload': [async ({ image }) => [image]],
  'media list': [[], ['--kind', 'image', '--all']],
  'media get': [async (scene) => [await scene.media()]],
  'media update': [async (scene) => [await scene.media(), '--alt', 'Beans']],
  'media delete': [async (scene) => [await scene.media(), '--yes']],
  calendar: [[]],
  slots: [[]],
  'schedules list': [[]],
  'schedules create': [
    async (scene) => [
      '--label',
      'A',
      '--account',
      await scene.account(),
      '--days',
      'tue',
      '--start',
      '10:00',
    ],
  ],
  'schedules update': [async (scene) => [await scene.schedule(), '--pause']],
  'schedules delete': [async (scene) => [await scene.schedule(), '--yes']],
  trigger: [
    ['post.published'],
    async (scene) => ['message.received', '--account', await igAccount(scene), '--text', 'Hi'],
  ],
  logs: [
    ['--limit', '3'],
    ['--events', '--limit', '3'],
  ],
  'webhooks create': [['--url', 'https://hooks.example.org/y', '--events', 'post.*']],
  'alerts list': [[]],
  'alerts add': [['https://hooks.example.org/z', '--kind', 'discord', '--about', 'posts,server']],
  'alerts test': [async (scene) => [await scene.alertAddress()]],
  'alerts remove': [async (scene) => [await scene.alertAddress(), '--yes']],
  'webhooks list': [[]],
  'webhooks get': [async (scene) => [await scene.webhook()]],
  'webhooks update': [
    async (scene) => [await scene.webhook(), '--pause'],
    async (scene) => [await scene.webhook(), '--events', 'all', '--label', 'All'],
  ],
  'webhooks test': [async (scene) => [await scene.webhook()]],
  'webhooks deliveries': [async (scene) => [await scene.webhook()]],
  'webhooks delivery': [
    async (scene) => {
      const webhook = await scene.webhook();
      return [webhook, await scene.field('id', 'webhooks', 'test', webhook)];
    },
  ],
  'webhooks resend': [
    async (scene) => {
      const webhook = await scene.webhook();
      await scene.harness.run('trigger', 'post.published');
      for (;;) {
        const { stdout } = await scene.harness.run('webhooks', 'deliveries', webhook, '--json');
        const { data }: { data: { id: string; status: string; error: string | null }[] } = JSON.parse(stdout);
        // An item that is being sent has neither a response nor an error yet, and cannot be sent again.
        const tried = data.find(({ status, error }) => status !== 'pending' || error !== null);
        if (tried) return [webhook, tried.id];
      }
    },
  ],
  'webhooks rotate-secret': [async (scene) => [await scene.webhook()]],
  'webhooks delete': [async (scene) => [await scene.webhook(), '--yes']],
  'sandbox clock': [[], ['--freeze'], ['--advance', '1h'], ['--to', 'in 2 hours']],
  'sandbox outbox': [[]],
  'sandbox metrics': [async (scene) => [await scene.published(), '--set', 'likes=12']],
  'sandbox connect': [['x', 'rate_limited', '--name', 'Somebody']],
  'sandbox expire': [async (scene) => [await scene.account()]],
  'sandbox disconnect': [async (scene) => [await scene.account()]],
  'sandbox faults': [[], ['--clear']],
  'sandbox reset': [['--yes']],
};

async function igAccount({ harness }: CommandScene): Promise<string> {
  const { stdout } = await harness.run('accounts', '--platform', 'instagram', '--quiet');
  return stdout.trim().split('\n')[0] ?? '';
}
