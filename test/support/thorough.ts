/** The full tier tries more sequences of what is made up. */
export const THOROUGH = process.env['THOROUGH'] === '1';
