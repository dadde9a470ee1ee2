import type { ReferenceSection } from '../../../contract/reference/reference.js';
import { VERSION } from '../../../version.js';
import { Document, PAGE_ID } from '../layout/frame.js';
import { Mark } from '../layout/icons.js';
import { PageHead } from '../layout/parts.js';
import { DiagnosisList, ErrorList } from './errors.js';
import { Code, ObjectCard, OperationCard } from './operation.js';

interface ReferenceProps {
  readonly sections: readonly ReferenceSection[];
  /** The address of the service. */
  readonly baseUrl: string;
}

/** All operations of the API on one page, so that the browser’s search finds everything. */
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
        <label for="filter">Filter</label>
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
            <a href="#errors">Errors</a>
          </h2>
          <h2>
            <a href="#diagnoses">Delivery errors</a>
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
        lead={`Postrider ${VERSION}. Generated from the operations that this service runs.`}
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
          The API is at <code>{baseUrl}/v1</code>. Bodies are JSON, except for files, and every request needs
          an API key. Create one in the <a href="/settings/keys">dashboard settings</a>, or with{' '}
          <code>postrider keys create</code> on the machine of the backend.
        </p>
        <Code
          text={`curl ${baseUrl}/v1/me -H "Authorization: Bearer $POSTRIDER_API_KEY"`}
          label="Example request"
        />
        <ul>
          <li>
            Lists return <code>{'{data, nextCursor}'}</code>. Send <code>nextCursor</code> as{' '}
            <code>cursor</code> to get the next page.
          </li>
          <li>
            Operations that change something accept an <code>Idempotency-Key</code>. Requests with the same
            key within 24 hours act once and return the first response.
          </li>
          <li>
            A refused request reports all its problems at once: see <a href="#errors">errors</a>.
          </li>
        </ul>
      </section>
    </div>
  );
}
