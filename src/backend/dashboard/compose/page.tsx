import type { Child } from 'hono/jsx';
import type { Account } from '../../../contract/accounts/accounts.js';
import type { Post } from '../../../contract/posts/posts.js';
import { ChannelChoice } from '../channels/channel-choice.js';
import { TextField } from '../layout/field.js';
import { Frame } from '../layout/frame.js';
import { Notice, PageHead } from '../layout/parts.js';
import { MediaField } from '../media/media-field.js';
import type { ShownMedium } from '../media/shown-media.js';
import type { User } from '../user.js';
import type { Mode, PostFormValues } from './form-values.js';
import { Options } from './options.js';
import type { ChosenSlot } from './preset.js';
import { Check, type CheckResult } from './preview.js';

interface ComposeProps {
  readonly user: User;
  readonly accounts: readonly Account[];
  readonly entered: PostFormValues;
  /** The open slot that it is written for; null: none, or it is taken by now. */
  readonly slot: ChosenSlot | null;
  readonly checked: CheckResult;
  /** What it names in its media. */
  readonly media: readonly ShownMedium[];
  /** The post that is edited; null: a new one. */
  readonly editing: Post | null;
  /** What makes pressing the button twice one post. */
  readonly key: string;
  /** Why it was not taken as it was sent; null: nothing was sent yet. */
  readonly problem: Child | null;
}

/** Writing a post, with what each network would make of it beside it. */
export function ComposePage(props: ComposeProps) {
  const { user, accounts, entered, slot, checked, media, editing, key, problem } = props;
  const title = editing ? 'Edit the post' : 'Write a post';
  return (
    <Frame title={title} place="/posts" user={user}>
      <PageHead title={title} />
      {problem}
      <form
        method="post"
        action={editing ? `/posts/${editing.id}/edit` : '/posts'}
        id="compose"
        class="columns compose"
        hx-post={editing ? `/posts/check?id=${editing.id}` : '/posts/check'}
        hx-trigger="input delay:350ms, change delay:50ms"
        hx-target="#check"
        hx-swap="innerMorph"
        hx-sync="this:replace"
      >
        <div class="stack">
          <input type="hidden" name="csrf" value={user.csrfToken} />
          <input type="hidden" name="key" value={key} />
          {editing && <input type="hidden" name="version" value={String(editing.version)} />}
          <div class="field">
            <label for="text">What do you want to say?</label>
            <textarea id="text" name="text" rows={9} dir="auto">
              {entered.text}
            </textarea>
          </div>
          <MediaField media={media} />
          <ChannelChoice
            legend="Where does it go?"
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
            <h2 id="options-title">For each channel</h2>
            <div id="options">
              <Options accounts={accounts} entered={entered} />
            </div>
          </section>
          <div class="buttons">
            <button class="button main" type="submit">
              {editing ? 'Save it' : 'Save, or send it as chosen'}
            </button>
            <a class="button quiet" href={editing ? `/posts/${editing.id}` : '/posts'}>
              Not now
            </a>
          </div>
        </div>
        <section class="section beside" aria-labelledby="check-title" tabindex={0}>
          <h2 id="check-title">As each would show it</h2>
          <div id="check" aria-live="polite">
            <Check checked={checked} now={user.now} isErrorShown={problem !== null} />
          </div>
        </section>
      </form>
    </Frame>
  );
}

/** Tells somebody who came for a slot that it is no longer open. */
export function SlotGone() {
  return (
    <Notice tone="warn">
      <p>
        That slot is taken, has passed, or is no more. Choose another in the calendar, or another time below.
      </p>
    </Notice>
  );
}

/** What each channel can be finish changes with the channels. */
const READS_OPTIONS = {
  'hx-post': '/posts/options',
  'hx-trigger': 'change',
  'hx-target': '#options',
  'hx-swap': 'innerMorph',
  'hx-include': '#compose',
};

const MODE_WORDS: Readonly<Record<Mode, { readonly name: string; readonly what: string }>> = {
  draft: { name: 'Keep it as a draft', what: 'Nothing goes out.' },
  schedule: { name: 'At a time', what: 'Each channel gets it at this time.' },
  queue: { name: 'In the next open slot', what: 'Each channel’s own, as its schedules have them.' },
  now: { name: 'Now', what: 'It goes out at once, and cannot be taken back.' },
};

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
          name: `In the slot of ${slot.when}`,
          what: `Of the schedule “${slot.label}”, for its channels.`,
        },
      }
    : MODE_WORDS;
  return (
    <fieldset class="when">
      <legend>When?</legend>
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
