import type { ApiKey } from '../../domain/access/api-keys.js';
import { Copyable, Notice } from '../layout/parts.js';
import { SettingsFrame } from '../layout/settings-frame.js';
import type { User } from '../user.js';
import { PRESET_WORDS, presetOf } from './scope-groups.js';

/** What goes into an assistant's settings for it to use the key. */
export interface ClientEntry {
  /** Claude Desktop, Cursor, … */
  readonly client: string;
  /** Where it goes. */
  readonly place: string;
  readonly text: string;
}

interface CreatedKeyProps {
  readonly user: User;
  readonly made: ApiKey & { readonly text: string };
  readonly entries: readonly ClientEntry[];
}

/** The one page that shows a key's text. */
export function CreatedKeyPage({ user, made, entries }: CreatedKeyProps) {
  const preset = presetOf(made.scopes);
  return (
    <SettingsFrame title={`The key “${made.label}”`} here="/settings/keys" user={user}>
      <Notice tone="warn">
        <p>
          <strong>Copy it now: this page is the only one that shows it.</strong> Keep it like a password. Only
          its fingerprint is stored.
        </p>
      </Notice>
      <Copyable text={made.text} label="The key" />
      <p class="soft">
        It may:{' '}
        {preset === null
          ? made.scopes.join(', ')
          : `${PRESET_WORDS[preset].name}. ${PRESET_WORDS[preset].what}`}
      </p>
      <section class="section">
        <h2>Give it to your assistant</h2>
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
          I have copied it
        </a>
      </p>
    </SettingsFrame>
  );
}
