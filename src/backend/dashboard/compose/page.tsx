import type { Child } from 'hono/jsx';
import type { Account } from '../../../contract/accounts/accounts.js';
import type { Post } from '../../../contract/posts/posts.js';
import { ChannelChoice } from '../channels/channel-choice.js';
import { TextField } from '../layout/field.js';
import { Frame } from '../layout/frame.js';
import { Notice, PageHead } from '../layout/parts.js';
import { Publicity } from '../layout/publicity.js';
import { MediaField } from '../media/media-field.js';
import type { User } from '../user.js';
import type { Mode, PostFormValues } from './form-values.js';
import type { PreviewContext } from './network-preview.js';
import { Options } from './options.js';
import type { ChosenSlot } from './preset.js';
import { type CheckResult, Preview } from './preview.js';

interface ComposeProps {
  readonly user: User;
  readonly accounts: readonly Account[];
  readonly entered: PostFormValues;
  /** The open slot that the post is for; null if there is none, or it is no longer open. */
  readonly slot: ChosenSlot | null;
  readonly checked: CheckResult;
  /** The post’s images and videos, and what previews need. */
  readonly shows: PreviewContext;
  /** The address of the previews’ style sheet. */
  readonly previewSheet: string;
  /** The post to edit; null for a new one. */
  readonly editing: Post | null;
  /** The idempotency key: pressing the button twice creates one post. */
  readonly key: string;
  /** What to say above the form. */
  readonly notice: Child;
  /** The notice says why the form was refused. */
  readonly isRefused: boolean;
}

/** The form for a post, with a preview for each network next to it. */
export function ComposePage(props: ComposeProps) {
  const { user, accounts, entered, slot, checked, shows, previewSheet, editing, key, notice, isRefused } =
    props;
  const media = entered.mediaUrls.flatMap((mediaKey) => shows.media.get(mediaKey) ?? []);
  const title = editing ? 'Edit post' : 'Write a post';
  return (
    <Frame title={title} place="/posts" user={user} styles={[previewSheet]}>
      <PageHead title={title} />
      {notice}
      <form
        method="post"
        action={editing ? `/posts/${editing.id}/edit` : '/posts'}
        id="compose"
        class="columns compose"
        data-send
        hx-post={editing ? `/posts/check?id=${editing.id}` : '/posts/check'}
        hx-trigger="input delay:350ms, change delay:50ms"
        hx-target="#check"
        hx-swap="innerMorph"
        hx-sync="this:replace"
      >
        <div class="stack">
          <input type="hidden" name="csrf" value={user.csrfToken} />
          <input type="hidden" name="key" value={key} />
          <input type="hidden" name="formId" value={editing?.id ?? key} />
          <input type="hidden" name="revision" value="" />
          {editing && <input type="hidden" name="version" value={String(editing.version)} />}
          <div class="field">
            <label for="text">What do you want to say?</label>
            <textarea id="text" name="text" rows={9} dir="auto">
              {entered.text}
            </textarea>
          </div>
          <MediaField media={media} />
          <ChannelChoice
            legend="Channels"
            accounts={accounts}
            chosen={entered.accountIds}
            attributes={READS_OPTIONS}
          />
          {editing && editing.status !== 'draft' ? (
            <TimeOfPost entered={entered} timezone={user.workspace.timezone} />
          ) : (
            <Times
              entered={entered}
              slot={slot}
              timezone={user.workspace.timezone}
              isNew={editing === null}
            />
          )}
          <section class="section" aria-labelledby="options-title">
            <h2 id="options-title">Options per channel</h2>
            <div id="options">
              <Options accounts={accounts} entered={entered} />
            </div>
          </section>
          <Publicity user={user} />
          <div class="buttons">
            <button class="button main" type="submit">
              {editing ? 'Save changes' : <SubmitLabel />}
            </button>
            <a class="button quiet" href={editing ? `/posts/${editing.id}` : '/posts'}>
              Cancel
            </a>
            <span
              id="kept"
              class="soft small"
              role="status"
              data-words={
                editing ? 'Your changes are kept, {time}. The post changes when you save.' : 'Saved {time}'
              }
            />
          </div>
        </div>
        <section class="section beside" aria-labelledby="check-title" tabindex={0}>
          <div class="section-head preview-bar">
            <h2 id="check-title">Preview</h2>
            <span class="soft small checking">Checking…</span>
            <DeviceSwitch device={entered.device} />
          </div>
          <div id="check" aria-live="polite">
            <Preview checked={checked} {...shows} isErrorShown={isRefused} />
          </div>
        </section>
      </form>
    </Frame>
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

/** Reloads the options when the channels change. */
const READS_OPTIONS = {
  'hx-post': '/posts/options',
  'hx-trigger': 'change',
  'hx-target': '#options',
  'hx-swap': 'innerMorph',
  'hx-include': '#compose',
};

const MODE_WORDS: Readonly<
  Record<Mode, { readonly name: string; readonly what: string; readonly button: string }>
> = {
  draft: { name: 'Save as draft', what: 'Nothing is published.', button: 'Save draft' },
  schedule: { name: 'Schedule', what: 'Every channel publishes at this time.', button: 'Schedule post' },
  queue: {
    name: 'Next open slot',
    what: 'Each channel publishes in its next open slot.',
    button: 'Add to the queue',
  },
  now: {
    name: 'Publish now',
    what: 'Publishes immediately. This cannot be undone.',
    button: 'Publish now',
  },
};

/** Names what the button does. The style sheet shows the label of the chosen mode. */
function SubmitLabel() {
  return (
    <>
      {(Object.keys(MODE_WORDS) as Mode[]).map((mode) => (
        <span class={`submit-label for-${mode}`}>{MODE_WORDS[mode].button}</span>
      ))}
    </>
  );
}

interface TimesProps {
  readonly entered: PostFormValues;
  readonly slot: ChosenSlot | null;
  readonly timezone: string;
  readonly isNew: boolean;
}

function Times({ entered, slot, timezone, isNew }: TimesProps) {
  if (!isNew) return null;
  const words = slot
    ? {
        ...MODE_WORDS,
        queue: {
          ...MODE_WORDS.queue,
          name: `Open slot: ${slot.when}`,
          what: `From the schedule “${slot.label}”.`,
        },
      }
    : MODE_WORDS;
  return (
    <fieldset class="when">
      <legend>When</legend>
      {slot && <input type="hidden" name="slotId" value={slot.id} />}
      {(Object.keys(words) as Mode[]).map((mode) => (
        <label class="check">
          <input type="radio" name="mode" value={mode} checked={entered.mode === mode} />
          <span>
            {words[mode].name}
            <span class="what">{words[mode].what}</span>
          </span>
        </label>
      ))}
      <TimeField entered={entered} timezone={timezone} />
    </fieldset>
  );
}

function TimeOfPost({ entered, timezone }: Omit<TimesProps, 'isNew' | 'slot'>) {
  return <TimeField entered={entered} timezone={timezone} />;
}

function TimeField({ entered, timezone }: Omit<TimesProps, 'isNew' | 'slot'>) {
  return (
    <TextField
      id="scheduledAt"
      type="datetime-local"
      label={
        <>
          Time <span class="soft">({timezone})</span>
        </>
      }
      value={entered.scheduledAt}
      isNarrow
    />
  );
}
