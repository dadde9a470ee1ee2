/** Whether to run more iterations of property tests, as the full tier does. */
export const THOROUGH = process.env['THOROUGH'] === '1';
