/** Numbers of one account without those of others. What is read no more is not in the index of what is due. */
export const metricsOfAccounts = `
drop index metric_targets_due;
create index metric_targets_due on metric_targets (account_id, next_at) where next_at is not null;
create index metric_targets_of_account on metric_targets (account_id, published_at, seq);
`;
