/** The last age, in hours, for which `post.metrics` was recorded with the numbers of a target; 0: none. */
export const metricEvents = `
alter table metric_targets add column event_hours integer not null default 0;
`;
