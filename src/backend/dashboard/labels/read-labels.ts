import type { LabelColor } from '../../../contract/labels/values.js';
import type { User } from '../user.js';

/** The colours of the workspace’s labels by name, in order of name. */
export type LabelColors = ReadonlyMap<string, LabelColor>;

/** Reads the labels without counting their posts, which only their own page shows. */
export async function labelColors({ db, workspace }: User): Promise<LabelColors> {
  const rows = await db
    .selectFrom('labels')
    .select(['name', 'color'])
    .where('workspace_id', '=', workspace.id)
    .orderBy('name_key')
    .execute();
  return new Map(rows.map(({ name, color }) => [name, color]));
}

/** Labels as a form sends them: boxes that stayed ticked, and names with commas between them. */
export function labelsFrom(ticked: readonly string[], typed: string): string[] {
  return [...ticked, ...typed.split(',')].map((name) => name.trim()).filter((name) => name !== '');
}

/**
 * The labels of a post after a form: what the form removed and added is applied to those that the post has now, because
 * somebody may have labelled it since.
 *
 * @param before those that the form began with
 * @param after those that it has been left with
 */
export function mergedLabels(
  now: readonly string[],
  before: readonly string[],
  after: readonly string[],
): string[] {
  const kept = now.filter((name) => after.includes(name) || !before.includes(name));
  return [...kept, ...after.filter((name) => !now.includes(name) && !before.includes(name))];
}
