import type { Account } from '../../../contract/accounts/accounts.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import type { TargetBoard } from '../../../contract/posts/target-board.js';
import { idHint, namedIds, optionWords } from '../../../networks/id-words.js';
import { RULES } from '../../../networks/rules.js';
import { boardChoices } from './board-choices.js';
import { LONG_OPTIONS, MANY_OPTIONS, optionName, valueName } from './option-words.js';

interface AccountOptionsProps {
  readonly account: Account;
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** The board to which the post would go; undefined: none, or not known. */
  readonly board?: TargetBoard | undefined;
}

/** The options of a channel, as its network names them: the required ones first, the others in a group that opens. */
export function AccountOptions({ account, values, board }: AccountOptionsProps) {
  const { postTypes, options } = account.capabilities;
  const { inboxDraft } = RULES[account.platform];
  const required = Object.keys(options).filter((name) => options[name]?.required);
  const others = [
    ...(postTypes.length > 1 ? ['postType'] : []),
    // The posts of a thread have cards of their own.
    ...Object.keys(options).filter((name) => !options[name]?.required && name !== 'thread'),
  ];
  const field = (name: string) =>
    name === 'boardId' && account.boards !== null ? (
      <BoardField account={account} written={values.get(name)?.[0] ?? ''} board={board} />
    ) : namedIds(account.platform, name).size > 0 ? (
      <NamedIdField account={account} name={name} value={values.get(name)?.[0] ?? ''} />
    ) : (
      <OptionField
        account={account}
        name={name}
        choices={name === 'postType' ? postTypes : (options[name]?.values ?? null)}
        required={options[name]?.required ?? false}
        values={values.get(name) ?? []}
      />
    );
  return (
    <>
      {required.length > 0 && (
        <div class="required-options">
          {inboxDraft && (
            <p class="small soft if-inbox">
              You set this in the {PLATFORM_NAMES[account.platform]} app, where you finish the post.
            </p>
          )}
          <p class="small soft unless-inbox">
            {PLATFORM_NAMES[account.platform]} requires {required.map(optionName).join(', ').toLowerCase()}
          </p>
          <div class="option-fields">{required.map(field)}</div>
        </div>
      )}
      {others.length > 0 && (
        <details
          class="account-options"
          id={`options-${account.id}`}
          open={others.some((name) => values.has(name))}
        >
          <summary>More options for {PLATFORM_NAMES[account.platform]}</summary>
          <div class="option-fields">{others.map(field)}</div>
        </details>
      )}
    </>
  );
}

interface BoardFieldProps {
  readonly account: Account;
  readonly written: string;
  readonly board: TargetBoard | undefined;
}

function BoardField({ account, written, board }: BoardFieldProps) {
  const field = `o.${account.id}.boardId`;
  const { choices, value, otherwise } = boardChoices(account, written, board);
  return (
    <div class="field">
      <label for={field}>
        {optionName('boardId')}
        {otherwise === null && ' (required)'}
      </label>
      <select id={field} name={field}>
        <option value="">{otherwise ?? 'Choose'}</option>
        {choices.map((choice) => (
          <option value={choice.value} selected={choice.value === value}>
            {choice.words}
          </option>
        ))}
      </select>
    </div>
  );
}

interface NamedIdFieldProps {
  readonly account: Account;
  readonly name: string;
  readonly value: string;
}

/** An id that has a name. A program can have given one that has none. */
function NamedIdField({ account, name, value }: NamedIdFieldProps) {
  const field = `o.${account.id}.${name}`;
  const known = namedIds(account.platform, name);
  return (
    <div class="field">
      <label for={field}>{optionName(name)}</label>
      <select id={field} name={field}>
        <option value="">Network default</option>
        {[...known].map(([id, words]) => (
          <option value={id} selected={id === value}>
            {words}
          </option>
        ))}
        {value !== '' && !known.has(value) && (
          <option value={value} selected>
            {optionWords(account.platform, name, value)}
          </option>
        )}
      </select>
    </div>
  );
}

interface OptionFieldProps {
  readonly account: Account;
  readonly name: string;
  readonly choices: readonly string[] | null;
  readonly required: boolean;
  readonly values: readonly string[];
}

function OptionField({ account, name, choices, required, values }: OptionFieldProps) {
  const field = `o.${account.id}.${name}`;
  const { inboxDraft } = RULES[account.platform];
  const toInbox = inboxDraft?.option === name ? inboxDraft.value : null;
  const label = (
    <>
      {optionName(name)}
      {required && <span class="unless-inbox"> (required)</span>}
    </>
  );
  const [value = ''] = values;
  if (choices !== null && MANY_OPTIONS.includes(name)) {
    return (
      <fieldset class="field plain-field">
        <legend>{label}</legend>
        {choices.map((choice) => (
          <label class="check">
            <input type="checkbox" name={field} value={choice} checked={values.includes(choice)} />
            <span>{valueName(choice)}</span>
          </label>
        ))}
      </fieldset>
    );
  }
  return (
    <div class={`field ${LONG_OPTIONS.includes(name) || toInbox !== null ? 'long' : ''}`}>
      <label for={field}>{label}</label>
      {choices !== null ? (
        <select id={field} name={field}>
          <option value="">{required ? 'Choose' : 'Network default'}</option>
          {choices.map((choice) =>
            choice === toInbox ? (
              <option value={choice} selected={choice === value} data-inbox="true">
                Inbox of the {PLATFORM_NAMES[account.platform]} app: you finish it there
              </option>
            ) : (
              <option value={choice} selected={choice === value}>
                {valueName(choice)}
              </option>
            ),
          )}
        </select>
      ) : LONG_OPTIONS.includes(name) ? (
        <textarea id={field} name={field} rows={3}>
          {value}
        </textarea>
      ) : (
        <input
          type="text"
          id={field}
          name={field}
          value={value}
          maxlength={2048}
          placeholder={idHint(account.platform, name) ?? undefined}
        />
      )}
    </div>
  );
}
