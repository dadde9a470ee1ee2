// Sends the questions for names that the program asks to the name server of the test instead of the system's.
import { Resolver } from 'node:dns/promises';

const server = process.env.NAME_SERVER_OF_TESTS ?? '';
const directed = new WeakSet();

for (const method of ['resolve4', 'resolve6']) {
  const ask = Resolver.prototype[method];
  Resolver.prototype[method] = function directedAsk(...args) {
    // The servers of a resolver cannot be changed while it waits for an answer.
    if (!directed.has(this)) this.setServers([server]);
    directed.add(this);
    return ask.apply(this, args);
  };
}
