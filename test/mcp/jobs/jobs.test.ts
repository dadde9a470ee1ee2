import { describeJobs } from './support/describe-jobs.js';

// The other pairs of a protocol era and a host, with or without forms, are in jobs.full.test.ts.
describeJobs({ withForms: '2026', withoutForms: '2025' });
