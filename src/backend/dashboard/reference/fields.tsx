import type { FieldRow } from '../../../contract/reference/field-rows.js';
import { TypeText, Words } from './words.js';

interface FieldsProps {
  /** More than one where what is described has several forms. */
  readonly forms: readonly (readonly FieldRow[])[];
}

/** Fields with their types and meanings. */
export function Fields({ forms }: FieldsProps) {
  return (
    <>
      {forms.length > 1 && <p class="soft">One of these forms:</p>}
      {forms.map((rows) => (
        <dl class="api-fields">
          {rows.map(({ path, type, required, meaning }) => (
            <div>
              <dt>
                <code>{path}</code>
                {!required && <span class="soft small"> optional</span>}
                <span class="api-type small">
                  <TypeText type={type} />
                </span>
              </dt>
              <dd>
                <Words text={meaning} />
              </dd>
            </div>
          ))}
        </dl>
      ))}
    </>
  );
}
