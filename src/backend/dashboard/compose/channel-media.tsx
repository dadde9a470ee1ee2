import type { Child } from 'hono/jsx';
import type { Account } from '../../../contract/accounts/accounts.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import { MediaField, Thumbnail } from '../media/media-field.js';
import { kindName, type ShownMedium } from '../media/shown-media.js';
import { OWN_TRAYS } from '../media/trays.js';
import type { PostFormValues } from './form-values.js';
import { mediaMode } from './media-acts.js';
import type { ShownTrays } from './shown-trays.js';
import { changing } from './thread-buttons.js';

interface ChannelMediaProps {
  readonly account: Account;
  readonly entered: PostFormValues;
  readonly trays: ShownTrays;
}

/** The images and videos of a channel: those of all channels, or a tray of its own. */
export function ChannelMedia({ account: { id, platform, handle }, entered, trays }: ChannelMediaProps) {
  const own = trays.own.get(id);
  const isFocused = entered.focus === `media-of-${id}`;
  const words = `for ${PLATFORM_NAMES[platform]} ${handle}`;
  return (
    <section class="channel-media" aria-label={`Images and videos ${words}`}>
      {own === undefined ? (
        <>
          <SharedMedia accountId={id} media={trays.common} />
          <TrayButton accountId={id} act="detach" isFocused={isFocused}>
            Use other images and videos here
          </TrayButton>
        </>
      ) : (
        <>
          <input type="hidden" name={OWN_TRAYS} value={id} />
          <p class="own-media small">
            Own images and videos ·{' '}
            <TrayButton accountId={id} act="reset" isFocused={isFocused}>
              Reset to All<span class="unseen"> images and videos</span>
            </TrayButton>
          </p>
          <MediaField media={own} tray={id} />
        </>
      )}
    </section>
  );
}

interface TrayButtonProps {
  readonly accountId: string;
  readonly act: 'detach' | 'reset';
  readonly isFocused: boolean;
  readonly children: Child;
}

/** Shows the tab with or without a tray of its own; without a script, on a new page. */
function TrayButton({ accountId, act, isFocused, children }: TrayButtonProps) {
  return (
    <button
      type="submit"
      name="mode"
      value={mediaMode(act, accountId)}
      class="link-button"
      id={`media-of-${accountId}`}
      autofocus={isFocused}
      {...changing(accountId)}
    >
      {children}
    </button>
  );
}

interface SharedMediaProps {
  readonly accountId: string;
  readonly media: readonly ShownMedium[];
  /** Replaces those of the page, in the answer to a validation. */
  readonly isUpdate?: boolean;
}

/** The images and videos of all channels, as a channel without its own gets them. */
export function SharedMedia({ accountId, media, isUpdate = false }: SharedMediaProps) {
  return (
    <div class="shared-media" id={`shared-media-${accountId}`} {...(isUpdate && { 'hx-swap-oob': 'true' })}>
      {media.length > 0 && (
        <ul aria-label="Images and videos of All channels">
          {media.map(({ medium, alt }) => (
            <li title={alt || undefined}>
              {medium ? <Thumbnail medium={medium} /> : <span class="thumb" aria-hidden="true" />}
              <span class="unseen">
                {medium === null ? 'File no longer available' : (medium.filename ?? kindName(medium))}
              </span>
            </li>
          ))}
        </ul>
      )}
      <span class="small soft">
        {media.length === 0
          ? 'No images or videos in All channels.'
          : 'Same images and videos as All channels.'}
      </span>
    </div>
  );
}
