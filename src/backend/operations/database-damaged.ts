/** The database shows that it is damaged, for everybody who can meet it: callers, readiness and the dashboard. */
export const DATABASE_DAMAGED =
  'The database is damaged: part of it cannot be read. Stop the backend and restore a backup (postrider restore). Sending the request again does not help.';
