import type { FC } from 'hono/jsx';
import type { PagePost } from './network-page.js';

/** In characters; longer bodies are cut. */
const MAX_BODY_LENGTH = 6_000;

/** The API call that created a post, and the network’s response. */
export const RawCall: FC<{ readonly post: PagePost }> = ({ post: { madeBy, answer, rawCall } }) => {
  const given = rawCall ?? null;
  const isPrepared = madeBy !== undefined && given !== null && !isWithin(given, madeBy.body);
  if (!madeBy && given === null) return null;
  return (
    <details class="raw-call">
      <summary>API call</summary>
      {madeBy ? (
        <>
          <Message
            label="Request"
            line={`${madeBy.method} ${madeBy.path}`}
            headers={madeBy.headers}
            body={madeBy.body}
          />
          {isPrepared && <Message label="Prepared by earlier calls" body={given} />}
          {answer ? (
            <Message
              label="Response"
              line={String(answer.status)}
              headers={answer.headers}
              body={answer.body}
            />
          ) : (
            <p class="raw-label">The network created the post, but its response was lost.</p>
          )}
        </>
      ) : (
        <Message label="Request" body={given} />
      )}
    </details>
  );
};

interface MessageProps {
  readonly label: string;
  /** The request line or status. */
  readonly line?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const Message: FC<MessageProps> = ({ label, line, headers = {}, body }) => {
  const text = body === null || body === undefined ? '' : written(body);
  const shown = text.length > MAX_BODY_LENGTH ? `${text.slice(0, MAX_BODY_LENGTH)}…` : text;
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const before = [...(line === undefined ? [] : [line]), ...head].join('\n');
  return (
    <>
      <p class="raw-label">{label}</p>
      <pre tabindex={0}>{[before, shown].filter((part) => part !== '').join('\n\n')}</pre>
    </>
  );
};

const written = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body, null, 2));

/** Whether a body has all fields of the post’s content, which means that no earlier call prepared it. */
function isWithin(given: unknown, body: unknown): boolean {
  if (typeof given !== 'object' || given === null || typeof body !== 'object' || body === null) return false;
  return Object.keys(given).every((name) => Object.hasOwn(body, name));
}
