import { ASSISTANT_HOSTS, withAddress } from '../../../contract/assistant-hosts.js';
import { Copyable, Notice } from '../layout/parts.js';

interface ConnectHelpProps {
  /** The address of `/mcp`. */
  readonly address: string;
  /** Whether servers elsewhere can reach it. */
  readonly isPublic: boolean;
}

/** The address to give to an assistant, and where each takes it. */
export function ConnectHelp({ address, isPublic }: ConnectHelpProps) {
  return (
    <section class="section connect-help" aria-labelledby="connect-help">
      <h2 id="connect-help">Connect an assistant</h2>
      <p>
        Give your assistant this address. It opens a page here, on which you decide what it may do. No key has
        to be copied.
      </p>
      <Copyable text={address} label="Address for assistants" />
      {!isPublic && (
        <Notice>
          <p>
            Programs on this machine can use this address. claude.ai and ChatGPT run on their makers’ servers,
            which cannot reach it: they need a public https address, as below.
          </p>
        </Notice>
      )}
      <div>
        {ASSISTANT_HOSTS.map(({ name, step, text, isHosted }) => (
          <details>
            <summary>
              {name} {isHosted && <span class="soft small">needs a public https address</span>}
            </summary>
            <p>{step}</p>
            {text !== undefined && (
              <Copyable text={withAddress(text, address)} label={`Settings for ${name}`} />
            )}
          </details>
        ))}
        <details id="public">
          <summary>A public https address</summary>
          <p>
            Run the backend behind a reverse proxy with TLS, and tell it its address with{' '}
            <code>--public-url https://post.example.org</code>. The address must have no path: assistants look
            for <code>/.well-known/oauth-protected-resource</code> at its root.
          </p>
        </details>
      </div>
    </section>
  );
}
