import { Copyable, Notice } from '../layout/parts.js';
import { SettingsFrame } from '../layout/settings-frame.js';
import type { User } from '../user.js';

interface RecoveryCodesProps {
  readonly user: User;
  readonly codes: readonly string[];
  /** The second step has just been turned on. */
  readonly isFirst: boolean;
}

/** The only page that shows recovery codes. */
export function RecoveryCodesPage({ user, codes, isFirst }: RecoveryCodesProps) {
  const text = codes.join('\n');
  const file = `Recovery codes for Postrider, ${user.workspace.name}, ${user.person.name}\nEach works once.\n\n${text}\n`;
  return (
    <SettingsFrame title="Recovery codes" here="/settings/sign-in" user={user}>
      {isFirst && (
        <Notice tone="good">
          <p role="status">The second step is on. From now on you are asked for it after your password.</p>
        </Notice>
      )}
      <Notice tone="warn">
        <p>
          <strong>Save these codes now. They are not shown again.</strong> Each signs you in once if you lose
          your phone. Print them, or keep them in a password manager.
          {!isFirst && ' Your earlier codes no longer work.'}
        </p>
      </Notice>
      <Copyable text={text} label="Recovery codes" />
      <div class="buttons">
        <a
          class="button"
          download="postrider-recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
        >
          Download
        </a>
        <a class="button main" href="/settings/sign-in">
          I have saved them
        </a>
      </div>
    </SettingsFrame>
  );
}
