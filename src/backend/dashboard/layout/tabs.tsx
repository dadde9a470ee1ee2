interface TabsProps {
  /** What the tabs choose between, for whoever cannot see them. */
  readonly label: string;
  readonly tabs: readonly { readonly path: string; readonly name: string; readonly here: boolean }[];
}

/** Links side by side, of which one is the page that is open. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav aria-label={label}>
      <ul class="tabs">
        {tabs.map(({ path, name, here }) => (
          <li>
            <a href={path} aria-current={here ? 'page' : undefined}>
              {name}
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

/** The two pages of planning: what is when, and what makes the slots. */
export function PlanningTabs({ here }: { readonly here: (typeof PLANNING_TABS)[number]['path'] }) {
  return <Tabs label="Planning" tabs={PLANNING_TABS.map((tab) => ({ ...tab, here: tab.path === here }))} />;
}
