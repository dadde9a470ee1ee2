import type { App } from '../../../contract/accounts/apps.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import { announcedBy, guideOf, type NoticeValues, noticeSteps } from '../../../networks/access/guide.js';
import { type AppAccess, type SourcedSentence, scopesOf } from '../../../networks/access.js';
import { Breakable, WithLinks } from '../layout/addresses.js';
import { Copyable } from '../layout/parts.js';

interface GuideProps {
  readonly app: App;
  readonly access: AppAccess;
}

const WHO_RETURNS: Readonly<Record<App['redirects'][number]['usedBy'], string>> = {
  dashboard: 'To connect accounts here',
  command_line: 'To connect accounts from a terminal',
  paste: 'To connect accounts by pasting the address that the browser ends on',
};

const addressesOf = ({ redirects }: App): readonly string[] => redirects.map(({ url }) => url);

/** What to know before an account is connected with an app: price, review, lifetime, conditions. */
export function AppFacts({ app, access }: GuideProps) {
  const { facts } = guideOf(access, addressesOf(app));
  return (
    <div class="stack-tight">
      <dl class="facts">
        {facts.map((fact) => (
          <>
            <dt>{fact.about}</dt>
            <dd>
              <WithLinks text={fact.text} />
            </dd>
          </>
        ))}
      </dl>
      <details>
        <summary>What it asks for, and where this is from</summary>
        <div class="stack-tight">
          <ul class="plain-list">
            {scopesOf(access, app.review).map((scope) => (
              <li>
                <code>
                  <Breakable text={scope.name} />
                </code>{' '}
                to {scope.for}
              </li>
            ))}
          </ul>
          <Sources of={facts} />
        </div>
      </details>
    </div>
  );
}

/** The addresses to register at the network, exactly as written; nothing if it wants none. */
export function AppRedirects({ app }: Pick<GuideProps, 'app'>) {
  if (app.redirects.length === 0) return null;
  return (
    <div class="app-addresses">
      <h3>Addresses to register, exactly as written</h3>
      {app.redirects.map(({ usedBy, url }) => (
        <div class="field">
          <span>{WHO_RETURNS[usedBy]}</span>
          <Copyable text={url} label={WHO_RETURNS[usedBy]} />
        </div>
      ))}
    </div>
  );
}

/** How a step names the addresses, which are shown below it. */
function addressWords({ redirects }: App): readonly string[] {
  if (redirects.length === 0) return [];
  return [redirects.length === 1 ? 'the address below' : 'the addresses below'];
}

/** A step may end with the addresses, to which no full stop belongs; the words for them need one. */
const endedSentence = (text: string): string => (text.endsWith(' below') ? `${text}.` : text);

/** How to register an app and find its values. */
export function AppSteps({ app, access }: GuideProps) {
  const { steps } = guideOf(access, addressWords(app));
  return (
    <>
      <ol class="steps">
        {steps.map((step, place) => (
          <li>
            {place === 0 && (
              <>
                <a href={app.consoleUrl} target="_blank" rel="noopener noreferrer">
                  Open the developer pages of {PLATFORM_NAMES[app.platform]}
                </a>
                .{' '}
              </>
            )}
            <WithLinks text={endedSentence(step.text)} />
          </li>
        ))}
      </ol>
      <Sources of={steps} />
    </>
  );
}

const NOTICE_LABELS: Readonly<Record<keyof NoticeValues, string>> = {
  url: 'Callback URL',
  verifyToken: 'Verify token',
  removedUrl: 'Address for people who remove the app',
  deletionUrl: 'Address for people who want their data deleted',
};

/** How the words of a step name a value that is shown below them. */
const NOTICE_WORDS: NoticeValues = {
  url: 'the address below',
  verifyToken: 'the token below',
  removedUrl: 'the address for people who remove the app',
  deletionUrl: 'the address for people who want their data deleted',
};

const NO_VALUES: NoticeValues = { url: null, verifyToken: null, removedUrl: null, deletionUrl: null };

/** How to have the network announce comments and messages at once. */
export function AppNotices({ app, access }: GuideProps) {
  const { notices } = access;
  if (!notices) return null;
  const values = Object.entries(app.notices ?? {}) as [keyof NoticeValues, string | null][];
  const steps = noticeSteps(notices, NOTICE_WORDS, app.notices ?? NO_VALUES);
  return (
    <section class="section card" aria-labelledby="notices-title">
      <h2 id="notices-title">Be told of {announcedBy(app.platform)}</h2>
      {app.notices === null ? (
        <p>
          {PLATFORM_NAMES[app.platform]} can tell this backend at once if it has a public https address, set
          with --public-url when it starts.
        </p>
      ) : (
        <div class="stack">
          {notices.needs.map((need) => (
            <p>
              <WithLinks text={need.text} />
            </p>
          ))}
          <details>
            <summary>How to set it up</summary>
            <ol class="steps">
              {steps.map(({ text, command }) => (
                <li>
                  {text}
                  {command !== null && <pre class="secret">{command}</pre>}
                </li>
              ))}
            </ol>
            <Sources of={[...notices.needs, ...steps]} />
          </details>
          <div class="app-addresses">
            {values.map(
              ([name, value]) =>
                value !== null && (
                  <div class="field">
                    <span>{NOTICE_LABELS[name]}</span>
                    <Copyable text={value} label={NOTICE_LABELS[name]} />
                  </div>
                ),
            )}
          </div>
        </div>
      )}
    </section>
  );
}

/** Where sentences about the network are from, and when it said so. Networks change. */
function Sources({ of: sentences }: { readonly of: readonly SourcedSentence[] }) {
  const sources = new Map(sentences.map(({ source }) => [source.where, source]));
  return (
    <p class="soft small">
      From{' '}
      {[...sources.values()].map(({ title, where, asOf }, place) => (
        <>
          {place > 0 && ', '}
          {/^https:/.test(where) ? (
            <a href={where} target="_blank" rel="noopener noreferrer">
              {title}
            </a>
          ) : (
            title
          )}{' '}
          ({asOf})
        </>
      ))}
    </p>
  );
}
