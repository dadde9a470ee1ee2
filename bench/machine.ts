import { cpus, totalmem } from 'node:os';

/** The machine on which something was measured, as a reader of the figures wants to know it. */
export function machineName(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpu?.model.trim()}, ${cpus().length} cores, ${memory} GB, ${process.platform}, Node ${process.versions.node}`;
}
