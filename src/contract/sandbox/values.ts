/** Marks a response that a test has replaced by a failure. It is no answer of this API. */
export const SIMULATED_FAILURE_HEADER = 'postrider-simulated-failure';
