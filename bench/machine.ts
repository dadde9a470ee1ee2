import { cpus, totalmem } from 'node:os';

/** A description of this machine, to show with the figures. */
export function machineName(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpu?.model.trim()}, ${cpus().length} cores, ${memory} GB, ${process.platform}, Node ${process.versions.node}`;
}
