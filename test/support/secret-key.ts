import type { GivenKey } from '../../src/backend/store/sealing/find-key.js';

export const TEST_KEY_TEXT = Buffer.alloc(32, 1).toString('base64');

/** The secret key of databases that several processes share. */
export const TEST_KEY: GivenKey = { text: TEST_KEY_TEXT, from: 'the test' };
