/** What the client uses of undici: loaded as a whole by the first request. Names are kept through bundling. */
export { Agent, EnvHttpProxyAgent, Pool } from 'undici';
