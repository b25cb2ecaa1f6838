import { readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** Returns the processor time of some processes in milliseconds (Linux: /proc; elsewhere 0). */
export function cpuMsOf(pids: readonly number[]): number {
  let ticks = 0
  for (const pid of pids) {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
      ticks += Number(fields[11]) + Number(fields[12])
    } catch {
      // The process has ended, or this isn't Linux.
    }
  }
  return (ticks * 1000) / ticksPerSecond
}

/** Returns the resident memory of some processes in MB (Linux: /proc; elsewhere 0); shared pages count in each. */
export function rssMbOf(pids: readonly number[]): number {
  let kilobytes = 0
  for (const pid of pids) {
    try {
      kilobytes += Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
    } catch {
      // The process has ended, or this isn't Linux.
    }
  }
  return Math.round(kilobytes / 1024)
}
