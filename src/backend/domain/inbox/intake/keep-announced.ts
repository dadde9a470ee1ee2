import { createHash } from 'node:crypto';
import type { Platform } from '../../../../contract/platforms.js';
import type { AnnouncedSubject, Announcement } from '../../../networks/notices.js';
import type { Services } from '../../../operations/services.js';
import { inList } from '../../../store/queries/in-list.js';
import type { AccountRow } from '../../../store/schema.js';
import type { NoticeApp } from '../../apps/notice-apps.js';
import { ANNOUNCED_ID, insertNotice, type NoticeSubject } from './notices.js';

/** The most comments that one notice names. */
const MAX_COMMENTS = 50;

/** What one request of a network is kept as. */
export interface KeptAnnouncements {
  /** Announcements for accounts that are connected here. */
  readonly kept: number;
  readonly unknown: number;
}

/**
 * Keeps what a network has announced, in one commit: a crash after it loses nothing. An announcement that arrives again
 * while it waits is kept once.
 *
 * @param apps those that the network has signed for: a workspace is told only by its own app
 */
export async function keepAnnounced(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  platform: Platform,
  apps: readonly NoticeApp[],
  found: readonly Announcement[],
): Promise<KeptAnnouncements> {
  const accounts = await accountsFor(store, platform, apps, found);
  const kept = found.filter(({ networkUserId }) =>
    accounts.some((one) => one.network_user_id === networkUserId),
  );
  if (kept.length > 0) {
    await store.write(async (trx) => {
      const now = clock.now();
      for (const account of accounts) {
        const its = kept.filter(({ networkUserId }) => networkUserId === account.network_user_id);
        for (const { subject, fingerprint } of gathered(its)) {
          await insertNotice(
            trx,
            account,
            seen(subject, now),
            now,
            `${ANNOUNCED_ID}${digest(account.id, fingerprint)}`,
          );
        }
        await trx.updateTable('accounts').set({ noticed_at: now }).where('id', '=', account.id).execute();
      }
    });
  }
  return { kept: kept.length, unknown: found.length - kept.length };
}

/** Comments wait only for posts that were begun before they were announced. @param now of a workspace with real accounts */
const seen = (subject: AnnouncedSubject, now: number): NoticeSubject =>
  subject.kind === 'person' ? subject : { ...subject, seenAt: now };

/** The connected accounts that are meant. Two workspaces may have the same one. */
async function accountsFor(
  { db }: Services['store'],
  platform: Platform,
  apps: readonly NoticeApp[],
  found: readonly Announcement[],
): Promise<readonly AccountRow[]> {
  const ids = [...new Set(found.map(({ networkUserId }) => networkUserId))];
  if (ids.length === 0) return [];
  const workspaces = apps.map(({ workspaceId }) => workspaceId);
  const rows = await db
    .selectFrom('accounts')
    .selectAll()
    .where('platform', '=', platform)
    .where('simulated', '=', 0)
    .where('network_user_id', 'in', inList(ids))
    .execute();
  return rows.filter(({ workspace_id }) => workspaces.includes(null) || workspaces.includes(workspace_id));
}

const digest = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);

/** Comments on the same post are read together. */
function gathered(
  found: readonly Announcement[],
): readonly { readonly subject: AnnouncedSubject; readonly fingerprint: string }[] {
  const byPost = new Map<string, { also: Set<string>; ids: string[]; told: string[] }[]>();
  const others: { subject: AnnouncedSubject; fingerprint: string }[] = [];
  for (const { subject, fingerprint } of found) {
    if (subject.kind !== 'comments') {
      others.push({ subject, fingerprint });
      continue;
    }
    const groups = byPost.get(subject.networkPostId) ?? [];
    byPost.set(subject.networkPostId, groups);
    let group = groups.at(-1);
    if (!group || group.ids.length >= MAX_COMMENTS) {
      group = { also: new Set(), ids: [], told: [] };
      groups.push(group);
    }
    for (const id of subject.commentIds) if (!group.ids.includes(id)) group.ids.push(id);
    for (const id of subject.alsoPosts ?? []) group.also.add(id);
    group.told.push(fingerprint);
  }
  const comments = Array.from(byPost, ([networkPostId, groups]) =>
    groups.map(({ also, ids, told }) => ({
      subject: {
        ...({ kind: 'comments', networkPostId, commentIds: ids } as const),
        ...(also.size > 0 && { alsoPosts: [...also] }),
      },
      fingerprint: JSON.stringify(told),
    })),
  );
  return [...comments.flat(), ...others];
}
