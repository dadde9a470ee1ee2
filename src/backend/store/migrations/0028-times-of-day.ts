/** Schedules with several fixed times a day. */
export const timesOfDay = `
alter table schedules add column more_times_json text not null default '[]';
`;
