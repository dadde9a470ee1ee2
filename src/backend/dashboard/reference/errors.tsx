import { API_ERROR_CODES, API_ERRORS } from '../../../contract/api-errors.js';
import { DELIVERY_ERROR_CODES, DELIVERY_ERRORS } from '../../../contract/posts/delivery-errors.js';
import { DELIVERY_HELP, whoActs } from '../../../contract/reference/delivery-help.js';
import { ERROR_HELP } from '../../../contract/reference/error-help.js';
import { errorAnchor, TypeText, Words } from './words.js';

/** All error codes: why they occur, and how to fix them. */
export function ErrorList() {
  return (
    <section id="errors" class="section api-section" data-group>
      <h2>Errors</h2>
      <p class="soft api-lead">
        A failed request returns <code>application/problem+json</code>, a{' '}
        <TypeText type={[{ object: 'Problem' }]} /> with one of these as its <code>code</code>.
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

/** All codes of targets that were not published. */
export function DiagnosisList() {
  return (
    <section id="diagnoses" class="section api-section" data-group>
      <h2>Delivery errors</h2>
      <p class="soft api-lead">
        A target that was not published has a <TypeText type={[{ object: 'Diagnosis' }]} /> in{' '}
        <code>error</code>.
      </p>
      <ul class="rows">
        {DELIVERY_ERROR_CODES.map((code) => (
          <li id={`diagnosis-${code}`} data-find={code}>
            <p>
              <code>{code}</code> <span class="soft small">{whoActs(code)}</span>
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
