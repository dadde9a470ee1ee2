/**
 * The environment of the measured programs and their yardsticks. It has no API key, so that no call leaves this
 * machine, and no Node settings: `NODE_EXTRA_CA_CERTS` alone tripled the start-up of Node 20 on one machine, which hides
 * the cost of the program.
 */
export const BARE = { PATH: process.env['PATH'] };
