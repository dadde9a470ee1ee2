import { countWords } from './waiting.js';

interface TabsProps {
  /** The accessible name of the tabs. */
  readonly label: string;
  readonly tabs: readonly Tab[];
}

interface Tab {
  readonly path: string;
  readonly name: string;
  readonly here: boolean;
  /** How much is waiting there. */
  readonly count?: number;
}

/** Links as tabs; one of them is the current page. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav aria-label={label}>
      <ul class="tabs">
        {tabs.map(({ path, name, here, count = 0 }) => (
          <li>
            <a href={path} aria-current={here ? 'page' : undefined}>
              {name}
              {count > 0 && (
                <>
                  {' '}
                  <span class="count">{countWords(count)}</span>
                </>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const PLANNING_TABS = [
  { path: '/calendar', name: 'Calendar' },
  { path: '/schedules', name: 'Schedules' },
] as const;

/** The tabs between the calendar and the schedules. */
export function PlanningTabs({ here }: { readonly here: (typeof PLANNING_TABS)[number]['path'] }) {
  return <Tabs label="Planning" tabs={PLANNING_TABS.map((tab) => ({ ...tab, here: tab.path === here }))} />;
}
