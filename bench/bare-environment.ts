/**
 * The environment of whatever is started and of what it is compared with: no key is in it, so that no call leaves this
 * machine, and no settings of Node. `NODE_EXTRA_CA_CERTS` alone trebled the start of Node 20 on one machine, which
 * hides in the yardstick what the program costs.
 */
export const BARE = { PATH: process.env['PATH'] };
