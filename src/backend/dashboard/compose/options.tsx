import type { Account } from '../../../contract/accounts/accounts.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import { NetworkMark } from '../layout/parts.js';
import { VisibleText } from '../layout/visible-text.js';
import type { PostFormValues } from './form-values.js';
import { LONG_OPTIONS, MANY_OPTIONS, optionName, valueName } from './option-words.js';

interface OptionsProps {
  readonly accounts: readonly Account[];
  readonly entered: PostFormValues;
}

/** The options of each chosen channel. Those with required options are open. */
export function Options({ accounts, entered }: OptionsProps) {
  const chosen = accounts.filter(({ id }) => entered.accountIds.includes(id));
  if (chosen.length === 0) return <p class="soft small">Choose a channel to see its options.</p>;
  return (
    <>
      {chosen.map((account) => (
        <AccountOptions account={account} values={entered.options.get(account.id) ?? new Map()} />
      ))}
    </>
  );
}

interface AccountOptionsProps {
  readonly account: Account;
  readonly values: ReadonlyMap<string, readonly string[]>;
}

function AccountOptions({ account, values }: AccountOptionsProps) {
  const { postTypes, options } = account.capabilities;
  const requiredOptions = Object.keys(options).filter((name) => options[name]?.required);
  const fields = [
    ...requiredOptions,
    ...(postTypes.length > 1 ? ['postType'] : []),
    'text',
    ...Object.keys(options).filter((name) => !options[name]?.required),
  ];
  return (
    <details
      class="account-options"
      id={`options-${account.id}`}
      open={requiredOptions.length > 0 || values.size > 0}
    >
      <summary>
        <span class="line">
          <NetworkMark platform={account.platform} />
          {PLATFORM_NAMES[account.platform]} <VisibleText text={account.handle} />
          {requiredOptions.length > 0 && (
            <span class="pill warn">requires {requiredOptions.map(optionName).join(', ').toLowerCase()}</span>
          )}
        </span>
      </summary>
      <div class="option-fields">
        {fields.map((name) => (
          <OptionField
            account={account}
            name={name}
            choices={name === 'postType' ? postTypes : (options[name]?.values ?? null)}
            required={options[name]?.required ?? false}
            values={values.get(name) ?? []}
          />
        ))}
      </div>
    </details>
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
  const label = `${optionName(name)}${required ? ' (required)' : ''}`;
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
    <div class={`field ${LONG_OPTIONS.includes(name) ? 'long' : ''}`}>
      <label for={field}>{label}</label>
      {choices !== null ? (
        <select id={field} name={field}>
          <option value="">{required ? 'Choose' : 'Network default'}</option>
          {choices.map((choice) => (
            <option value={choice} selected={choice === value}>
              {valueName(choice)}
            </option>
          ))}
        </select>
      ) : LONG_OPTIONS.includes(name) ? (
        <textarea id={field} name={field} rows={3}>
          {value}
        </textarea>
      ) : (
        <input type="text" id={field} name={field} value={value} maxlength={2048} />
      )}
    </div>
  );
}
