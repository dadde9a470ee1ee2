/**
 * Which troubles an address for alerts was told of and not yet told that they are over. Addresses that were about
 * everything stay so: there are topics now that did not exist.
 */
export const alertTroubles = `
alter table alert_channels add column told_json text not null default '[]';
update alert_channels set topics_json = '["posts","accounts","webhooks","keys","server"]'
  where topics_json = '["posts","accounts","webhooks"]';
`;
