import type { FC } from 'hono/jsx';

/** Longest call that is shown, in characters. */
const CALL_MAX = 6_000;

/** Fields that open an account: nobody is shown them, although they are those of a simulated one. */
const SECRET = /token|secret|password/i;

/** The body of the request that made a post, as the network received it. */
export const RawCall: FC<{ readonly call: unknown }> = ({ call }) => {
  if (call === null || call === undefined) return null;
  const text = JSON.stringify(call, (name, value) => (SECRET.test(name) ? '…' : value), 2);
  return (
    <details class="raw-call">
      <summary>The call that made it</summary>
      <pre tabindex={0}>{text.length > CALL_MAX ? `${text.slice(0, CALL_MAX)}…` : text}</pre>
    </details>
  );
};
