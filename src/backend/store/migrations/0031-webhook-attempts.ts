/** Each attempt of a webhook delivery: when, with which headers, and what came back. */
export const webhookAttempts = `
create table webhook_attempts (
  delivery_id text not null references webhook_deliveries(id) on delete cascade, number integer not null,
  workspace_id text not null, at integer not null, url text not null, headers_json text,
  duration_ms integer not null, answer_status integer, answer_body text, error text,
  primary key (delivery_id, number)
) strict, without rowid;
`;
