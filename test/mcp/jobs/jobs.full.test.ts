import { describeJobs } from './support/describe-jobs.js';

describeJobs({ withForms: '2025', withoutForms: '2026' });
