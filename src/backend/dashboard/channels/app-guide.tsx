import type { App } from '../../../contract/accounts/apps.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import { guideOf } from '../../../networks/access/guide.js';
import { type AppAccess, type SourcedSentence, scopesOf } from '../../../networks/access.js';
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
            <dd>{fact.text}</dd>
          </>
        ))}
        <dt>Asks for</dt>
        <dd>
          <ul class="plain-list">
            {scopesOf(access, app.review).map((scope) => (
              <li>
                <code>{scope.name}</code> to {scope.for}
              </li>
            ))}
          </ul>
        </dd>
      </dl>
      <Sources of={facts} />
    </div>
  );
}

/** The addresses to register at the network, exactly as written. */
export function AppRedirects({ app }: Pick<GuideProps, 'app'>) {
  return (
    <>
      {app.redirects.map(({ usedBy, url }) => (
        <div class="field">
          <span>{WHO_RETURNS[usedBy]}</span>
          <Copyable text={url} label={WHO_RETURNS[usedBy]} />
        </div>
      ))}
    </>
  );
}

const BELOW = { one: 'the address below', several: 'the addresses below' } as const;

/** A step may end with the addresses, to which no full stop belongs; the words for them need one. */
const endedSentence = (text: string): string => (text.endsWith(' below') ? `${text}.` : text);

/** How to register an app and find its values. */
export function AppSteps({ app, access }: GuideProps) {
  const { steps } = guideOf(access, [app.redirects.length === 1 ? BELOW.one : BELOW.several]);
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
            {endedSentence(step.text)}
          </li>
        ))}
      </ol>
      <Sources of={steps} />
    </>
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
