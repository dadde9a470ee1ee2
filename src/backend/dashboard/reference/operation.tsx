import type { FieldRow } from '../../../contract/reference/field-rows.js';
import type { ReferenceObject, ReferenceOperation } from '../../../contract/reference/reference.js';
import { typeSentence } from '../../../contract/reference/type-words.js';
import { errorAnchor, objectAnchor, TypeText, Words } from './words.js';

const PLACE_TITLES = { path: 'Path parameters', query: 'Query parameters', body: 'Request body' } as const;

/** An operation: description, parameters, response and errors. */
export function OperationCard({ operation }: { readonly operation: ReferenceOperation }) {
  const { id, method, path, summary, description, access, keyed, sent, request } = operation;
  return (
    <article class="card api-card" id={id} data-find={`${method} ${path} ${summary}`}>
      <h3>
        <a href={`#${id}`}>
          <span class={`api-method ${method.toLowerCase()}`}>{method}</span> <code>{path}</code>
        </a>
      </h3>
      <p>
        <strong>{summary}.</strong> <Words text={description} />
      </p>
      <p class="soft small">
        <Words text={access} />
        {keyed && (
          <>
            {' '}
            Accepts an <code>Idempotency-Key</code>.
          </>
        )}
      </p>
      {sent.map(({ place, forms }) => (
        <section>
          <h4>{PLACE_TITLES[place]}</h4>
          <Fields forms={forms} />
        </section>
      ))}
      <section>
        <h4>Request</h4>
        <Code text={request} label={`Request of ${method} ${path}`} />
      </section>
      <ResponseSection operation={operation} />
    </article>
  );
}

function ResponseSection({ operation }: { readonly operation: ReferenceOperation }) {
  const { method, path, status, answer, answerExample, errors } = operation;
  return (
    <section>
      <h4>Response</h4>
      <p>
        {status} with <TypeText type={answer} />.
      </p>
      <details>
        <summary>Example response</summary>
        <Code text={answerExample} label={`Response of ${method} ${path}`} />
      </details>
      {errors.length > 0 && (
        <p class="small">
          Errors:{' '}
          {[...new Set(errors)].map((code, index) => (
            <>
              {index > 0 && ', '}
              <a href={`#${errorAnchor(code)}`}>
                <code>{code}</code>
              </a>
            </>
          ))}
          .
        </p>
      )}
    </section>
  );
}

/** An object of requests or responses. */
export function ObjectCard({ object }: { readonly object: ReferenceObject }) {
  const { name, description, type, base, forms } = object;
  const plain = typeSentence(type);
  return (
    <article class="card api-card" id={objectAnchor(name)} data-find={name}>
      <h3>
        <a href={`#${objectAnchor(name)}`}>{name}</a>
      </h3>
      {description !== '' && (
        <p>
          <Words text={description} />
        </p>
      )}
      {forms.length === 0 && base === null && plain.length > 0 && (
        <p class="soft">
          <TypeText type={plain} />
        </p>
      )}
      {base !== null && (
        <p>
          All of <TypeText type={[{ object: base }]} />, and:
        </p>
      )}
      <Fields forms={forms} />
    </article>
  );
}

/** Code that can be scrolled with the keyboard. */
export function Code({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <section class="api-code" tabindex={0} aria-label={label}>
      <pre>{text}</pre>
    </section>
  );
}

interface FieldsProps {
  /** More than one if the object has several shapes. */
  readonly forms: readonly (readonly FieldRow[])[];
}

/** Fields with types and descriptions. */
function Fields({ forms }: FieldsProps) {
  return (
    <>
      {forms.length > 1 && <p class="soft">One of these shapes:</p>}
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
