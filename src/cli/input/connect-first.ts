/** How to get an account, where none is connected. */
export const CONNECT_FIRST =
  'connect one on the Channels page of the dashboard, or with: postrider sandbox connect bluesky northwind.example (its key needs --preset sandbox)';
