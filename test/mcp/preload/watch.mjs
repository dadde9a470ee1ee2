// Reports on stderr every connection, port, file and child process that a program opens.
import childProcess from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

function report(object, name, concerns = () => true) {
  const original = object[name];
  object[name] = function watched(...args) {
    if (concerns(...args)) process.stderr.write(`it called ${name}(${String(args[0])})\n`);
    return original.apply(this, args);
  };
}

report(net.Socket.prototype, 'connect');
report(net.Server.prototype, 'listen');
for (const name of [
  'writeFile',
  'writeFileSync',
  'mkdir',
  'mkdirSync',
  'rename',
  'renameSync',
  'unlink',
  'unlinkSync',
]) {
  report(fs, name);
}
for (const name of ['open', 'openSync'])
  report(fs, name, (_path, flags) => flags !== undefined && flags !== 'r');
for (const name of ['spawn', 'spawnSync', 'execFile', 'fork']) report(childProcess, name);
syncBuiltinESMExports();
