import type { ApiKey } from '../../domain/access/api-keys.js';
import { Copyable, Notice } from '../layout/parts.js';
import { SettingsFrame } from '../layout/settings-frame.js';
import type { User } from '../user.js';
import { PRESET_WORDS, presetOf } from './scope-groups.js';

/** Settings that make an assistant use the key. */
export interface ClientEntry {
  /** Claude Desktop, Cursor, … */
  readonly client: string;
  /** The file or place for the settings. */
  readonly place: string;
  readonly text: string;
}

interface CreatedKeyProps {
  readonly user: User;
  readonly created: ApiKey & { readonly text: string };
  readonly entries: readonly ClientEntry[];
}

/** The only page that shows the text of a key. */
export function CreatedKeyPage({ user, created, entries }: CreatedKeyProps) {
  const preset = presetOf(created.scopes);
  return (
    <SettingsFrame title={`API key “${created.label}”`} here="/settings/keys" user={user}>
      <Notice tone="warn">
        <p>
          <strong>Copy this key now. It is not shown again.</strong> Keep it secret, like a password.
          Postrider stores only a hash of it.
        </p>
      </Notice>
      <Copyable text={created.text} label="API key" />
      <p class="soft">
        Permissions:{' '}
        {preset === null
          ? created.scopes.join(', ')
          : `${PRESET_WORDS[preset].name}. ${PRESET_WORDS[preset].what}`}
      </p>
      <section class="section">
        <h2>Add it to your assistant</h2>
        <div class="stack">
          {entries.map(({ client, place, text }, index) => (
            <details open={index === 0}>
              <summary>
                {client} <span class="soft small">{place}</span>
              </summary>
              <Copyable text={text} label={`Settings for ${client}`} />
            </details>
          ))}
        </div>
      </section>
      <p>
        <a class="button" href="/settings/keys">
          Done
        </a>
      </p>
    </SettingsFrame>
  );
}
