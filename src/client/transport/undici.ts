/** The parts of undici that the client uses, loaded by the first request. */
export { Agent, EnvHttpProxyAgent, Pool } from 'undici';
