import type { Child } from 'hono/jsx';
import type { Account } from '../../../contract/accounts/accounts.js';
import type { Post } from '../../../contract/posts/posts.js';
import type { SavedText } from '../../../contract/texts/texts.js';
import { LabelField } from '../labels/label-parts.js';
import type { LabelColors } from '../labels/read-labels.js';
import { Frame } from '../layout/frame.js';
import { Notice, PageHead } from '../layout/parts.js';
import { Publicity } from '../layout/publicity.js';
import { CropPlace } from '../media/crop/crop-dialog.js';
import { Library, type LibraryView } from '../media/library/library-picker.js';
import { MediaField } from '../media/media-field.js';
import type { User } from '../user.js';
import { Chips } from './chips.js';
import { Footer } from './footer.js';
import type { PostFormValues } from './form-values.js';
import { LinkField } from './link-card.js';
import type { PreviewContext } from './network-preview.js';
import type { ChosenSlot } from './preset.js';
import { type CheckResult, Preview } from './preview.js';
import { SavedTexts } from './saved-texts.js';
import type { ShownTrays } from './shown-trays.js';
import { Tabs } from './tabs.js';

interface ComposeProps {
  readonly user: User;
  readonly accounts: readonly Account[];
  readonly entered: PostFormValues;
  /** The open slot that the post is for; null if there is none, or it is no longer open. */
  readonly slot: ChosenSlot | null;
  /** Whether the next open slot is the time to suggest. */
  readonly hasSlots: boolean;
  readonly checked: CheckResult;
  readonly labels: LabelColors;
  /** Saved texts to insert. */
  readonly texts: readonly SavedText[];
  /** The post’s images and videos, and what previews need. */
  readonly shows: PreviewContext;
  readonly trays: ShownTrays;
  /** The address of the previews’ style sheet. */
  readonly previewSheet: string;
  /** The post to edit; null for a new one. */
  readonly editing: Post | null;
  /** The idempotency key: pressing the button twice creates one post. */
  readonly key: string;
  /** The library, if it is open. */
  readonly library: LibraryView | null;
  /** What to say above the form. */
  readonly notice: Child;
  /** The notice says why the form was refused. */
  readonly isRefused: boolean;
  readonly toast: Child;
}

/** The form for a post, with a preview for each network next to it. */
export function ComposePage(props: ComposeProps) {
  const {
    user,
    accounts,
    entered,
    slot,
    hasSlots,
    checked,
    labels,
    texts,
    shows,
    trays,
    previewSheet,
    editing,
    key,
    library,
    notice,
    isRefused,
    toast,
  } = props;
  const title = editing ? 'Edit post' : 'Write a post';
  return (
    <Frame title={title} place="/posts" user={user} styles={[previewSheet]} toast={toast}>
      <PageHead title={title} />
      {notice}
      <form
        method="post"
        action={editing ? `/posts/${editing.id}/edit` : '/posts'}
        id="compose"
        class="compose"
        data-send
        hx-post={editing ? `/posts/check?id=${editing.id}` : '/posts/check'}
        hx-trigger="input delay:350ms, change delay:50ms"
        hx-target="#check"
        hx-swap="innerMorph"
        hx-sync="this:replace"
      >
        <input type="hidden" name="csrf" value={user.csrfToken} />
        <input type="hidden" name="key" value={key} />
        <input type="hidden" name="formId" value={editing?.id ?? key} />
        <input type="hidden" name="revision" value="" />
        <input type="hidden" name="caret" value="" />
        <LinkField link={entered.link} />
        {/* Enter in a field presses the first button of a form. */}
        <button type="submit" name="mode" value="preview" hidden data-default />
        {editing && <input type="hidden" name="version" value={String(editing.version)} />}
        <PaneSwitch />
        <div class="compose-write">
          <Chips
            accounts={accounts}
            chosen={entered.accountIds}
            here={editing ? `/posts/${editing.id}/edit` : '/posts/new'}
          />
          <Tabs accounts={accounts} entered={entered} checked={checked} trays={trays}>
            <MediaField media={trays.common} />
          </Tabs>
          <div id="library" data-library>
            {library && <Library {...library} />}
          </div>
          <SavedTexts texts={texts} />
          <LabelField names={entered.labels} colors={labels} before={entered.labelsBefore} />
          <Publicity user={user} />
        </div>
        <section class="compose-preview" aria-labelledby="check-title" tabindex={0}>
          <div class="section-head preview-bar">
            <h2 id="check-title">Preview</h2>
            <span class="soft small checking">Checking…</span>
            <DeviceSwitch device={entered.device} />
          </div>
          <button class="button" type="submit" name="mode" value="preview" data-without-script>
            Update the preview
          </button>
          <div id="check">
            <Preview checked={checked} {...shows} isErrorShown={isRefused} />
          </div>
        </section>
        <Footer
          user={user}
          entered={entered}
          slot={slot}
          hasSlots={hasSlots}
          checked={checked}
          editing={editing}
        />
      </form>
      <CropPlace />
    </Frame>
  );
}

/** On a phone, the form or the previews are shown. */
function PaneSwitch() {
  return (
    <fieldset class="switch pane-switch">
      <legend class="unseen">Show</legend>
      {(['write', 'preview'] as const).map((pane) => (
        <label>
          <input class="unseen" type="radio" name="pane" value={pane} checked={pane === 'write'} />
          <span>{pane === 'write' ? 'Write' : 'Preview'}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Previews as on a desktop or on a phone. */
function DeviceSwitch({ device }: { readonly device: 'desktop' | 'phone' }) {
  return (
    <fieldset class="switch">
      <legend class="unseen">Show previews as on</legend>
      {(['desktop', 'phone'] as const).map((one) => (
        <label>
          <input class="unseen" type="radio" name="device" value={one} checked={one === device} />
          <span>{one === 'desktop' ? 'Desktop' : 'Phone'}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Shown if the slot in the address is no longer open. */
export function SlotGone() {
  return (
    <Notice tone="warn">
      <p>This slot is no longer open. Choose another one in the calendar, or choose a time below.</p>
    </Notice>
  );
}
