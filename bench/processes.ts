import { readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** Processor time used so far by some processes, in milliseconds (Linux: /proc; elsewhere 0). */
export function cpuMsOf(pids: readonly number[]): number {
  let ticks = 0
  for (const pid of pids) {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
      ticks += Number(fields[11]) + Number(fields[12])
    } catch {
      // the process has ended, or this is not Linux
    }
  }
  return (ticks * 1000) / ticksPerSecond
}

/** Memory some processes really use together, in MB. */
export function rssMbOf(pids: readonly number[]): number {
  let kilobytes = 0
  for (const pid of pids) {
    try {
      kilobytes += Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
    } catch {
      // as above
    }
  }
  return Math.round(kilobytes / 1024)
}
