import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import type { TargetPreview } from '../../../contract/posts/posts.js';
import { unitWord } from '../../../networks/count/unit-words.js';
import { NetworkMark } from '../layout/parts.js';
import type { CheckResult } from './preview.js';
import { SplitAct } from './thread-buttons.js';

/** From this many units left on, the number is shown. */
const NEAR_LIMIT = 20;

type Count = TargetPreview['counts'][number];

interface CountersProps {
  readonly id: string;
  /** The account whose text it is; null for the common text. */
  readonly accountId: string | null;
  /** The name of the text in the dry run; null if it is not counted. */
  readonly field: string | null;
  readonly checked: CheckResult;
  /** The accounts with a text of their own. */
  readonly ownTexts: ReadonlySet<string>;
  /** Replaces the counters of the page, in the answer to a validation. */
  readonly isUpdate?: boolean;
}

/** How much of each network’s limit a text uses, and where it is too long. */
export function Counters({ id, accountId, field, checked, ownTexts, isUpdate = false }: CountersProps) {
  const targets = 'problem' in checked ? [] : checked.validation.targets;
  const shown = targets
    .filter((target) =>
      accountId === null ? !ownTexts.has(target.accountId) : target.accountId === accountId,
    )
    .flatMap((target) => {
      const count = tightest(target.counts.filter((one) => one.field === field));
      return count ? [{ target, count }] : [];
    });
  const cuts = shown.flatMap(({ count }) => (count.cutAt === null ? [] : [count.cutAt]));
  return (
    <div
      class="counters"
      id={id}
      data-cut={cuts.length === 0 ? undefined : Math.min(...cuts)}
      {...(isUpdate && { 'hx-swap-oob': 'true' })}
    >
      {accountId !== null && cuts.length > 0 && <SplitAct target={shown[0]?.target} />}
      {shown.map(({ target, count }) => (
        <Counter target={target} count={count} hasMark={accountId === null} />
      ))}
    </div>
  );
}

/** If a network counts the text in two ways, the tighter one. */
function tightest(counts: readonly Count[]): Count | undefined {
  return counts.reduce<Count | undefined>(
    (known, count) => (known && known.room / known.max <= count.room / count.max ? known : count),
    undefined,
  );
}

interface CounterProps {
  readonly target: TargetPreview;
  readonly count: Count;
  readonly hasMark: boolean;
}

function Counter({ target, count, hasMark }: CounterProps) {
  const { used, max, room, unit } = count;
  const level = room < 0 ? 'over' : room <= NEAR_LIMIT ? 'near' : '';
  const share = Math.min(100, Math.round((used / Math.max(1, max)) * 100));
  const words = `${PLATFORM_NAMES[target.platform]}: ${used} of ${max} ${unitWord(unit)}`;
  return (
    <span class={`counter ${level}`} title={words}>
      {hasMark && <NetworkMark platform={target.platform} />}
      <svg class="count-ring" viewBox="0 0 20 20" aria-hidden="true">
        <circle cx="10" cy="10" r="8" />
        <circle class="used" cx="10" cy="10" r="8" pathLength="100" stroke-dasharray={`${share} 100`} />
      </svg>
      {level !== '' && <span aria-hidden="true">{room < 0 ? `−${-room}` : room}</span>}
      <span class="unseen">{words}</span>
    </span>
  );
}
