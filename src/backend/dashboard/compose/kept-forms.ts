import type { Store } from '../../store/store.js';
import { Form } from '../form.js';
import { firstLine } from '../layout/first-line.js';
import { isMediaField } from '../media/trays.js';
import type { User } from '../user.js';

/** Older forms are deleted, in milliseconds: as long as a file that no post uses. */
const RETENTION_MS = 30 * 24 * 60 * 60 * 1000;

/** Forms of one user. */
const MAX_KEPT = 20;

/** Characters of the first line, by which a form is recognized. */
const MAX_FIRST_LINE = 60;

/** Fields that belong to one page, not to what the user entered. */
const OF_PAGE: ReadonlySet<string> = new Set([
  'csrf',
  'revision',
  'caret',
  'libraryText',
  'libraryKind',
  'libraryAlt',
  'libraryTray',
]);

/** What a user has entered in the form of a post. */
export interface KeptForm {
  /** The id of the edited post, or the idempotency key of a new one. */
  readonly formId: string;
  readonly fields: Form;
  readonly firstLine: string;
  /** Workspace time, epoch milliseconds. */
  readonly savedAt: number;
}

/** The forms that users have not saved or sent yet. A scheduled post never changes by itself: its form is kept apart. */
export class KeptForms {
  readonly #store: Pick<Store, 'db' | 'write'>;

  constructor(store: Pick<Store, 'db' | 'write'>) {
    this.#store = store;
  }

  /**
   * Keeps a form, or forgets one that is empty.
   *
   * @returns whether it is kept now
   */
  async keep(user: User, form: Form): Promise<boolean> {
    const formId = formIdOf(form);
    if (formId === null) return false;
    if (isEmpty(form) || (await this.#isSent(user, formId))) {
      await this.forget(user, formId);
      return false;
    }
    const row = { ...ownerOf(user), form_id: formId };
    const set = {
      fields: fieldsOf(form),
      first_line: firstLine(form.text('text'), MAX_FIRST_LINE),
      saved_at: user.now,
    };
    await this.#store.write(async (trx) => {
      await trx
        .insertInto('kept_forms')
        .values({ ...row, ...set })
        .onConflict((conflict) =>
          conflict.columns(['workspace_id', 'api_key_id', 'form_id']).doUpdateSet(set),
        )
        .execute();
      const newest = await trx
        .selectFrom('kept_forms')
        .select(['form_id', 'saved_at'])
        .where('workspace_id', '=', row.workspace_id)
        .where('api_key_id', '=', row.api_key_id)
        .orderBy('saved_at', 'desc')
        .execute();
      const old = newest.filter(({ saved_at }, at) => at >= MAX_KEPT || saved_at < user.now - RETENTION_MS);
      if (old.length === 0) return;
      await trx
        .deleteFrom('kept_forms')
        .where('workspace_id', '=', row.workspace_id)
        .where('api_key_id', '=', row.api_key_id)
        .where(
          'form_id',
          'in',
          old.map(({ form_id }) => form_id),
        )
        .execute();
    });
    return true;
  }

  async forget(user: User, formId: string): Promise<void> {
    const { workspace_id, api_key_id } = ownerOf(user);
    await this.#store.write((trx) =>
      trx
        .deleteFrom('kept_forms')
        .where('workspace_id', '=', workspace_id)
        .where('api_key_id', '=', api_key_id)
        .where('form_id', '=', formId)
        .execute(),
    );
  }

  async find(user: User, formId: string): Promise<KeptForm | null> {
    const { workspace_id, api_key_id } = ownerOf(user);
    const row = await this.#store.db
      .selectFrom('kept_forms')
      .selectAll()
      .where('workspace_id', '=', workspace_id)
      .where('api_key_id', '=', api_key_id)
      .where('form_id', '=', formId)
      .executeTakeFirst();
    if (!row) return null;
    const fields = new Form(new URLSearchParams(row.fields));
    return { formId: row.form_id, fields, firstLine: row.first_line, savedAt: row.saved_at };
  }

  /** The latest form of a new post; null if there is none. */
  async latest(user: User): Promise<Pick<KeptForm, 'formId' | 'firstLine' | 'savedAt'> | null> {
    const { workspace_id, api_key_id } = ownerOf(user);
    const row = await this.#store.db
      .selectFrom('kept_forms')
      .select(['form_id', 'first_line', 'saved_at'])
      .where('workspace_id', '=', workspace_id)
      .where('api_key_id', '=', api_key_id)
      .where('form_id', 'not like', 'post%')
      .orderBy('saved_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row ? { formId: row.form_id, firstLine: row.first_line, savedAt: row.saved_at } : null;
  }

  /** A request that was under way when the post was created must not bring its form back. */
  async #isSent({ workspace }: User, formId: string): Promise<boolean> {
    const sent = await this.#store.db
      .selectFrom('posts')
      .select('id')
      .where('workspace_id', '=', workspace.id)
      .where('idempotency_key', '=', formId)
      .executeTakeFirst();
    return sent !== undefined;
  }
}

const ownerOf = ({ workspace, keyId }: User) => ({ workspace_id: workspace.id, api_key_id: keyId });

/** The id that a form is kept under; null if it has none. */
export function formIdOf(form: Form): string | null {
  return /^[\w-]{8,64}$/.exec(form.text('formId'))?.[0] ?? null;
}

function isEmpty(form: Form): boolean {
  return form.text('text') === '' && !form.names().some(isMediaField) && optionsOf(form).length === 0;
}

const optionsOf = (form: Form): string[] =>
  form.names().filter((name) => name.startsWith('o.') && form.all(name).some((value) => value.trim() !== ''));

function fieldsOf(form: Form): string {
  const fields = new URLSearchParams();
  for (const name of form.names().filter((one) => !OF_PAGE.has(one))) {
    for (const value of form.all(name)) fields.append(name, value);
  }
  return String(fields);
}
