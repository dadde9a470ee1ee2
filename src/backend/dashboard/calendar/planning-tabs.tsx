import { Tabs } from '../layout/tabs.js';

const TABS = [
  { path: '/calendar', name: 'Calendar' },
  { path: '/schedules', name: 'Schedules' },
] as const;

/** The two pages of planning: what is when, and what makes the slots. */
export function PlanningTabs({ here }: { readonly here: (typeof TABS)[number]['path'] }) {
  return <Tabs label="Planning" tabs={TABS.map((tab) => ({ ...tab, here: tab.path === here }))} />;
}
