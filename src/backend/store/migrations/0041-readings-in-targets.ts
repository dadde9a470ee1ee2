/** The ages of readings when this migration was written, with their hours. */
const WINDOWS = {
  ...{ '1h': 1, '6h': 6, '12h': 12, '23h': 23, '24h': 24 },
  ...{ '3d': 72, '7d': 168, '28d': 672 },
};

const COUNTS = [
  ...['impressions', 'views', 'reach', 'likes', 'reposts', 'quotes', 'replies', 'saves', 'shares', 'clicks'],
  'watch_ms',
];

const HOUR_MS = 3_600_000;

const counts = COUNTS.map((name) => `|| ',' || coalesce(${name} || '', '')`).join(' ');

const columns = Object.keys(WINDOWS).map(
  (window) => `alter table metric_targets add column reading_${window} text;`,
);

const readings = Object.entries(WINDOWS).map(
  ([window, hours]) => `reading_${window} = (
    select case when read_at is null then '!' || coalesce(reason, 'refused') else
      rtrim((read_at - metric_targets.published_at - ${hours * HOUR_MS}) || '' ${counts}, ',')
      || coalesce(';' || missing_json, '') end
    from metric_readings where target_seq = metric_targets.seq and window_hours = ${hours})`,
);

/** Readings in the row of their target, a text for each age, instead of a row for each. */
export const readingsInTargets = `
${columns.join('\n')}
update metric_targets set ${readings.join(', ')};
drop table metric_readings;
`;
