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
