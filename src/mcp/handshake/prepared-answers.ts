import { prepareAnswers } from './prepare-answers.js';

/** The build replaces this call with its result: the bundle contains the text, and no server. */
export const PREPARED = await prepareAnswers();
