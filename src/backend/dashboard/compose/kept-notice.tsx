import { timeForms } from '../../../time/forms.js';
import { ActForm } from '../layout/act-form.js';
import { spokenTime } from '../layout/local-times.js';
import { Notice } from '../layout/parts.js';
import { VisibleText } from '../layout/visible-text.js';
import type { User } from '../user.js';
import type { KeptForm } from './kept-forms.js';

interface KeptNoticeProps {
  readonly user: User;
  readonly kept: Pick<KeptForm, 'formId' | 'firstLine' | 'savedAt'>;
  /** Whether it is the form of an existing post. */
  readonly isEdit: boolean;
}

/** Offers to continue a form that its user left. */
export function KeptNotice({ user, kept: { formId, firstLine, savedAt }, isEdit }: KeptNoticeProps) {
  const time = spokenTime(timeForms(savedAt, user.workspace.timezone, user.now), user.now);
  return (
    <Notice>
      <div class="line">
        <p class="grow">
          {isEdit ? (
            <>You have changes to this post that are not saved, from {time}.</>
          ) : (
            <>
              You have not finished{' '}
              <strong>“{firstLine === '' ? 'a post without text' : <VisibleText text={firstLine} />}”</strong>
              , from {time}.
            </>
          )}
        </p>
        <a class="button" href={isEdit ? `/posts/${formId}/edit?kept=1` : `/posts/new?kept=${formId}`}>
          Continue
        </a>
        <ActForm action="/posts/form/discard" csrfToken={user.csrfToken} hidden={{ formId }}>
          <button class="button quiet" type="submit">
            Discard
          </button>
        </ActForm>
      </div>
    </Notice>
  );
}
