import type { ReferenceSection } from '../../../contract/reference/reference.js';
import { VERSION } from '../../../version.js';
import { Document, PAGE_ID } from '../layout/frame.js';
import { Mark } from '../layout/icons.js';
import { PageHead } from '../layout/parts.js';
import { DiagnosisList, ErrorList } from './errors.js';
import { Code, ObjectCard, OperationCard } from './operation.js';

interface ReferenceProps {
  readonly sections: readonly ReferenceSection[];
  /** Where the service is reached. */
  readonly baseUrl: string;
}

/** Every operation of the API on one page, so that the browser's own search finds everything. */
export function ReferencePage({ sections, baseUrl }: ReferenceProps) {
  return (
    <Document title="API reference" styles={['reference.css']} scripts={['reference.js']}>
      <div class="api-frame">
        <Contents sections={sections} />
        <main class="page stack" id={PAGE_ID} tabindex={-1}>
          <Introduction baseUrl={baseUrl} />
          {sections.map(({ name, description, operations, objects }) => (
            <section id={sectionAnchor(name)} class="section api-section" data-group>
              <h2>{name}</h2>
              <p class="soft api-lead">{description}</p>
              {operations.map((operation) => (
                <OperationCard operation={operation} />
              ))}
              {objects.length > 0 && <h3 class="api-objects">Objects</h3>}
              {objects.map((object) => (
                <ObjectCard object={object} />
              ))}
            </section>
          ))}
          <ErrorList />
          <DiagnosisList />
        </main>
      </div>
    </Document>
  );
}

const sectionAnchor = (name: string): string => name.toLowerCase();

function Contents({ sections }: { readonly sections: readonly ReferenceSection[] }) {
  return (
    <header class="api-side">
      <a class="brand" href="/">
        <Mark />
        Postrider
      </a>
      <div class="field" data-filter hidden>
        <label for="filter">Show only</label>
        <input type="search" id="filter" placeholder="posts, slot, not_found …" autocomplete="off" />
        <p class="hint" role="status" />
      </div>
      <nav aria-label="Operations">
        <details open>
          <summary>All operations</summary>
          {sections.map(({ name, operations }) => (
            <section data-group>
              <h2>
                <a href={`#${sectionAnchor(name)}`}>{name}</a>
              </h2>
              <ul>
                {operations.map(({ id, method, path, summary }) => (
                  <li data-find={`${method} ${path} ${summary}`}>
                    <a href={`#${id}`} title={summary}>
                      <span class={`api-method ${method.toLowerCase()}`}>{method}</span> {path}
                    </a>
                  </li>
                ))}
              </ul>
            </section>
          ))}
          <h2>
            <a href="#errors">Refusals</a>
          </h2>
          <h2>
            <a href="#diagnoses">Posts that did not go out</a>
          </h2>
        </details>
      </nav>
    </header>
  );
}

function Introduction({ baseUrl }: { readonly baseUrl: string }) {
  return (
    <div class="stack">
      <PageHead
        title="API reference"
        lead={`Postrider ${VERSION}. Everything below is made from the table that this service works with.`}
      >
        <a class="button" href="/openapi.json">
          openapi.json
        </a>
        <a class="button" href="/">
          Dashboard
        </a>
      </PageHead>
      <section class="api-lead stack">
        <p>
          The API is at <code>{baseUrl}/v1</code>. Bodies are JSON, files aside, and every request carries an
          API key. Keys are made in the <a href="/settings/keys">settings of the dashboard</a>, or with{' '}
          <code>postrider keys create</code> on the backend’s own machine.
        </p>
        <Code
          text={`curl ${baseUrl}/v1/me -H "Authorization: Bearer $POSTRIDER_API_KEY"`}
          label="The first request"
        />
        <ul>
          <li>
            Lists answer with <code>{'{data, nextCursor}'}</code>: send <code>nextCursor</code> as{' '}
            <code>cursor</code> for the next page.
          </li>
          <li>
            Operations that act take an <code>Idempotency-Key</code>: sent again with the same key within 24
            hours, a request acts once and gives the first answer.
          </li>
          <li>
            A refused request names every fault at once: see <a href="#errors">refusals</a>.
          </li>
        </ul>
      </section>
    </div>
  );
}
