const TABS = [
  { path: '/calendar', name: 'Calendar' },
  { path: '/schedules', name: 'Schedules' },
] as const;

/** The two pages of planning: what is when, and what makes the slots. */
export function PlanningTabs({ here }: { readonly here: (typeof TABS)[number]['path'] }) {
  return (
    <nav aria-label="Planning">
      <ul class="tabs">
        {TABS.map(({ path, name }) => (
          <li>
            <a href={path} aria-current={path === here ? 'page' : undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
