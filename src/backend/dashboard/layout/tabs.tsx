interface TabsProps {
  /** The accessible name of the tabs. */
  readonly label: string;
  readonly tabs: readonly Tab[];
}

interface Tab {
  readonly path: string;
  readonly name: string;
  readonly here: boolean;
  /** How much it has; empty if that is not known. */
  readonly count?: string;
  /** What it has waits for the user. */
  readonly waits?: boolean;
}

/** Links as tabs; one of them is the current page. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav aria-label={label}>
      <ul class="tabs">
        {tabs.map(({ path, name, here, count = '', waits = false }) => (
          <li>
            <a href={path} aria-current={here ? 'page' : undefined}>
              {name}
              {count !== '' && (
                <span class={waits && count !== '0' ? 'tab-count waits' : 'tab-count'}> {count}</span>
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
