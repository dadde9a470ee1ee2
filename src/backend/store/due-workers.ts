/** The workers that processes on one database can wake at each other. */
export const DUE_WORKERS = ['publisher', 'sender', 'intake', 'metricReader'] as const;
export type DueWorker = (typeof DUE_WORKERS)[number];
