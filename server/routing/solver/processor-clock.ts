/** Milliseconds of processor time that the calling thread has used: a busy machine takes nothing from a solver's budget. */
export function processorMs(): number {
  const used = process.threadCpuUsage();
  return (used.user + used.system) / 1000;
}
