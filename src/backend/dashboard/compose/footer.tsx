import type { Post } from '../../../contract/posts/posts.js';
import { needsOtherApprover } from '../../domain/posts/approval/other-approver.js';
import { may, type User } from '../user.js';
import type { PostFormValues } from './form-values.js';
import { goesOnlyToInboxes } from './inbox-only.js';
import type { ChosenSlot } from './preset.js';
import type { CheckResult } from './preview.js';
import { Problems } from './problems.js';
import { chosenTime, type TimeChoice, timeChoices } from './times.js';

interface FooterProps {
  readonly user: User;
  readonly entered: PostFormValues;
  readonly slot: ChosenSlot | null;
  readonly hasSlots: boolean;
  readonly checked: CheckResult;
  /** The post to edit; null for a new one. */
  readonly editing: Post | null;
}

/** What is wrong, what is saved, and the buttons. It stays in sight. */
export function Footer({ user, entered, slot, hasSlots, checked, editing }: FooterProps) {
  return (
    <footer class="compose-foot">
      <div class="compose-status">
        <Problems checked={checked} />
        <span
          id="kept"
          class="soft small"
          role="status"
          data-words={
            editing ? 'Your changes are kept, {time}. The post changes when you save.' : 'Saved {time}'
          }
        />
      </div>
      <div class="buttons">
        {editing ? (
          <>
            <a class="button quiet" href={`/posts/${editing.id}`}>
              Cancel
            </a>
            {editing.status !== 'draft' && (
              <span class="foot-time">
                <OwnTime entered={entered} />
              </span>
            )}
            <ApprovalWarning user={user} editing={editing} />
            <button class="button main" type="submit" data-main>
              Save changes
            </button>
          </>
        ) : (
          <>
            <button class="button" type="submit" name="mode" value="draft" data-save>
              Save draft
            </button>
            <Send user={user} entered={entered} slot={slot} hasSlots={hasSlots} checked={checked} />
          </>
        )}
      </div>
    </footer>
  );
}

/** What a change means where somebody other than its author approves each post. */
function ApprovalWarning({ user, editing }: { readonly user: User; readonly editing: Post }) {
  if (!needsOtherApprover(user.workspace)) return null;
  const { status, draftedBy } = editing;
  const name = draftedBy?.kind === 'person' ? draftedBy.label : draftedBy?.person;
  const isOthers = status === 'draft' && name !== user.person.name && may(user, 'posts:publish');
  if (status !== 'scheduled' && !isOthers) return null;
  return (
    <span class="soft small">
      {isOthers
        ? 'If you change the content, somebody else has to approve it.'
        : 'A change of the content needs approval again.'}
    </span>
  );
}

/** The main button, which names what it does and when, and the choice of the time. */
function Send({ user, entered, slot, hasSlots, checked }: Omit<FooterProps, 'editing'>) {
  const choices = timeChoices(user, entered, slot, goesOnlyToInboxes(entered, checked));
  const chosen = chosenTime(choices, entered, hasSlots);
  const mayPublish = may(user, 'posts:publish') && !needsOtherApprover(user.workspace);
  return (
    <div class="split">
      {slot && <input type="hidden" name="slotId" value={slot.id} />}
      <button class="button main" type="submit" name="mode" value="send" data-main>
        <Acts choices={choices} />
      </button>
      <details class="time-menu">
        <summary class="button main" title="Change the time">
          <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M6 15l6-6 6 6" />
          </svg>
          <span class="unseen">Change the time</span>
        </summary>
        <fieldset class="time-sheet">
          <legend class="unseen">When to publish</legend>
          {choices.map(({ id, value, name, detail }) => (
            <label class="time-choice">
              <input type="radio" name="when" value={value} data-choice={id} checked={id === chosen} />
              <span>{name}</span>
              <span class="soft small">{detail}</span>
            </label>
          ))}
          <OwnTime entered={entered} />
          <label class="time-choice time-ask">
            {!mayPublish && <input type="hidden" name="ask" value="yes" />}
            <input
              type="checkbox"
              name="ask"
              value="yes"
              checked={entered.asksApproval || !mayPublish}
              disabled={!mayPublish}
            />
            <span>Ask for approval</span>
            <span class="soft small">
              {mayPublish
                ? 'publishes nothing by itself'
                : may(user, 'posts:publish')
                  ? 'somebody else approves each post in this workspace'
                  : 'your role writes drafts; an approver publishes them'}
            </span>
          </label>
          <p class="soft small">Times in {user.workspace.timezone}</p>
        </fieldset>
      </details>
    </div>
  );
}

function OwnTime({ entered }: { readonly entered: PostFormValues }) {
  return (
    <input
      type="datetime-local"
      name="scheduledAt"
      id="scheduledAt"
      aria-label="Date and time"
      value={entered.scheduledAt}
    />
  );
}

interface ActsProps {
  readonly choices: readonly TimeChoice[];
  /** Replaces the words on the page, in the answer to a validation. */
  readonly isUpdate?: boolean;
}

/** The words for every time; the style sheet shows those of the chosen one. */
function Acts({ choices, isUpdate = false }: ActsProps) {
  return (
    <span id="acts" {...(isUpdate && { 'hx-swap-oob': 'true' })}>
      {choices.map(({ id, act, ask }) => (
        <span class={`act for-${id}`}>
          <span class="unasked">{act}</span>
          <span class="asked">{ask}</span>
        </span>
      ))}
    </span>
  );
}

/** The words of the main button for what has been entered, in the answer to a validation. */
export function NewActs({ user, entered, slot, checked }: Omit<FooterProps, 'editing' | 'hasSlots'>) {
  const isInbox = goesOnlyToInboxes(entered, checked);
  return <Acts choices={timeChoices(user, entered, slot, isInbox)} isUpdate />;
}
