import { API_ERROR_CODES, API_ERRORS } from '../../../contract/errors.js';
import { DELIVERY_ERROR_CODES, DELIVERY_ERRORS } from '../../../contract/posts/delivery-errors.js';
import { CAUSE_WORDS, DELIVERY_HELP } from '../../../contract/reference/delivery-help.js';
import { ERROR_HELP } from '../../../contract/reference/error-help.js';
import { errorAnchor, TypeText, Words } from './words.js';

/** Every code that a request can be refused with: why, and what to do. */
export function ErrorList() {
  return (
    <section id="errors" class="section api-section" data-group>
      <h2>Refusals</h2>
      <p class="soft api-lead">
        A refused request answers with <code>application/problem+json</code>, a{' '}
        <TypeText type={[{ object: 'Problem' }]} />: its <code>code</code> is one of these.
      </p>
      <ul class="rows">
        {API_ERROR_CODES.map((code) => (
          <li id={errorAnchor(code)} data-find={`${code} ${API_ERRORS[code].title}`}>
            <p>
              <code>{code}</code> <span class="soft small">{API_ERRORS[code].status}</span>{' '}
              <strong>{API_ERRORS[code].title}.</strong>
            </p>
            <p>
              <Words text={`${ERROR_HELP[code].why} ${ERROR_HELP[code].fix}`} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Every code that a target can carry that was not published. */
export function DiagnosisList() {
  return (
    <section id="diagnoses" class="section api-section" data-group>
      <h2>Posts that did not go out</h2>
      <p class="soft api-lead">
        A target that was not published carries a <TypeText type={[{ object: 'Diagnosis' }]} /> in{' '}
        <code>error</code>.
      </p>
      <ul class="rows">
        {DELIVERY_ERROR_CODES.map((code) => (
          <li id={`diagnosis-${code}`} data-find={code}>
            <p>
              <code>{code}</code> <span class="soft small">{CAUSE_WORDS[DELIVERY_ERRORS[code].cause]}</span>
            </p>
            <p>
              {DELIVERY_HELP[code]} {DELIVERY_ERRORS[code].action}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
