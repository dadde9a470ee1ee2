import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomIds } from '../../src/backend/ids.js';
import type { DeliveryStep } from '../../src/backend/publishing/delivery-ports.js';
import type { TargetPartRow, TargetRow } from '../../src/backend/store/schema.js';
import { openStore, type Store, type Write } from '../../src/backend/store/store.js';
import type { Platform } from '../../src/contract/platforms.js';
import { NetworkFile } from './network-file.js';

const PROCESS = join(import.meta.dirname, 'publisher-process.ts');
const ROOT = join(import.meta.dirname, '../..');
const ROWS_TOGETHER = 200;

export interface NewTarget {
  readonly platform: Platform;
  readonly parts: readonly TargetPartRow['kind'][];
}

/** A data folder with due targets on it, and publishers in processes of their own. */
export class CrashRoom {
  readonly folder = mkdtempSync(join(tmpdir(), 'postrider-crash-'));
  readonly network = new NetworkFile(join(this.folder, 'network.txt'));
  readonly store: Store = openStore(this.folder);
  readonly #running = new Set<ChildProcess>();
  readonly #networkDelay: number;

  /** @param networkDelay how long a network takes to act, and then again to answer, in milliseconds */
  constructor(networkDelay = 5) {
    this.#networkDelay = networkDelay;
  }

  /** Makes an account for each platform, and the targets, due now. */
  async addDue(targets: readonly NewTarget[]): Promise<string[]> {
    const now = Date.now();
    await this.store.write((trx) => addWorkspace(trx, now, [...new Set(targets.map((one) => one.platform))]));
    const ids: string[] = [];
    for (let from = 0; from < targets.length; from += ROWS_TOGETHER) {
      const some = targets.slice(from, from + ROWS_TOGETHER);
      await this.store.write(async (trx) => {
        for (const one of some) ids.push(await addTarget(trx, one, now));
      });
    }
    return ids;
  }

  /** @returns a publisher that has started */
  async start(crashAt: DeliveryStep | null = null): Promise<Publishing> {
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', PROCESS, this.folder, join(this.folder, 'network.txt'), String(this.#networkDelay)],
      {
        cwd: ROOT,
        env: { ...process.env, ...(crashAt !== null && { CRASH_AT: crashAt }) },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    this.#running.add(child);
    const publishing = new Publishing(child);
    await publishing.says('started');
    return publishing;
  }

  targets(): Promise<TargetRow[]> {
    return this.store.db.selectFrom('targets').selectAll().execute();
  }

  parts(): Promise<TargetPartRow[]> {
    return this.store.db.selectFrom('target_parts').selectAll().execute();
  }

  async unsettled(): Promise<number> {
    const { left } = await this.store.db
      .selectFrom('targets')
      .select((select) => select.fn.countAll<number>().as('left'))
      .where('status', 'in', ['pending', 'publishing'])
      .executeTakeFirstOrThrow();
    return Number(left);
  }

  /** @throws where something is still unsettled after that time, in milliseconds */
  async allSettled(limit: number): Promise<void> {
    const giveUpAt = performance.now() + limit;
    for (let left = await this.unsettled(); left > 0; left = await this.unsettled()) {
      if (performance.now() > giveUpAt) throw new Error(`${left} targets did not settle in ${limit} ms.`);
      await sleep(20);
    }
  }

  async close(): Promise<void> {
    for (const child of this.#running) child.kill('SIGKILL');
    await Promise.all([...this.#running].map(hasEnded));
    await this.store.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** One publisher in a process of its own. */
export class Publishing {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  #said = '';
  #heard: () => void = () => undefined;

  constructor(child: ChildProcess) {
    this.#child = child;
    this.#ended = new Promise((resolve) => child.once('exit', resolve));
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#said += text;
      this.#heard();
    });
    child.once('exit', () => this.#heard());
  }

  /** Resolves when the process has said it; throws when it ended before. */
  async says(words: string): Promise<void> {
    while (!this.#said.includes(`${words}\n`)) {
      if (this.#child.exitCode !== null) throw new Error(`The publisher ended: ${this.#said}`);
      await new Promise<void>((resolve) => {
        this.#heard = resolve;
      });
    }
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child.kill(signal);
  }
}

function hasEnded(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once('exit', () => resolve()));
}

async function addWorkspace(trx: Write, now: number, platforms: readonly Platform[]): Promise<void> {
  await trx
    .insertInto('workspaces')
    .values({
      id: 'ws_crash',
      name: 'Crash',
      sandbox: 1,
      timezone: 'UTC',
      grace_ms: 60 * 60_000,
      clock_offset_ms: 0,
      clock_frozen_at: null,
      created_at: now,
    })
    .execute();
  for (const platform of platforms) {
    await trx
      .insertInto('accounts')
      .values({
        id: `acc_${platform}`,
        workspace_id: 'ws_crash',
        platform,
        network_user_id: platform,
        handle: platform,
        display_name: platform,
        simulated: 1,
        premium: 0,
        credentials_json: '{}',
        health_status: 'healthy',
        health_reason: null,
        health_action: null,
        health_checked_at: now,
        token_expires_at: null,
        connected_at: now,
      })
      .execute();
  }
}

async function addTarget(trx: Write, { platform, parts }: NewTarget, now: number): Promise<string> {
  const postId = randomIds.next('post', now);
  const targetId = randomIds.next('target', now);
  await trx
    .insertInto('posts')
    .values({
      id: postId,
      workspace_id: 'ws_crash',
      status: 'queued',
      text: targetId,
      media_urls_json: '[]',
      alt_texts_json: '[]',
      overrides_json: '[]',
      schedule_mode: 'schedule',
      scheduled_at: now,
      timezone: 'UTC',
      issues_json: '[]',
      proposed_json: null,
      review_note: null,
      idempotency_key: null,
      version: 1,
      created_by_key: 'key_crash',
      created_at: now,
      updated_at: now,
      effective_at: now,
    })
    .execute();
  await trx
    .insertInto('targets')
    .values({
      id: targetId,
      workspace_id: 'ws_crash',
      post_id: postId,
      position: 0,
      account_id: `acc_${platform}`,
      platform,
      status: 'pending',
      phase: null,
      content_json: JSON.stringify({ text: targetId, mediaUrls: [], altTexts: [] }),
      fingerprint: targetId,
      scheduled_at: now,
      due_at: now,
      latest_at: now + 60 * 60_000,
      wake_at: now,
      attempt: 0,
      attempt_base: 0,
      lease_until: null,
      in_doubt: 0,
      prepared_json: '{}',
      first_attempt_at: null,
      url: null,
      network_post_id: null,
      error_json: null,
      published_at: null,
      updated_at: now,
    })
    .execute();
  for (const [index, kind] of parts.entries()) {
    await trx
      .insertInto('target_parts')
      .values({
        target_id: targetId,
        position: index + 1,
        kind,
        workspace_id: 'ws_crash',
        text: `Part ${index + 1}`,
        status: 'pending',
        in_doubt: 0,
        first_attempt_at: null,
        network_part_id: null,
        url: null,
        error_json: null,
      })
      .execute();
  }
  return targetId;
}
