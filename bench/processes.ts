import { readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** Returns the processor time of some processes in milliseconds (Linux: /proc; elsewhere 0). */
export function cpuMsOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + cpuMsOfFields(pid, ['user', 'system']), 0)
}

/** Returns the processor time of a PostgreSQL server with all its processes, including those that have ended. */
export function cpuMsOfPostgres(postmaster: number): number {
  let running: number[] = []
  try {
    running = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ').map(Number)
  } catch {
    // It has ended, or this isn't Linux.
  }
  return cpuMsOfFields(postmaster, ['user', 'system', 'endedUser', 'endedSystem']) + cpuMsOf(running)
}

/** Places in `/proc/<pid>/stat` after the name; `ended`: of child processes that have ended. */
const places = { user: 11, system: 12, endedUser: 13, endedSystem: 14 } as const

function cpuMsOfFields(pid: number, names: readonly (keyof typeof places)[]): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    const ticks = names.reduce((sum, name) => sum + Number(fields[places[name]]), 0)
    return (ticks * 1000) / ticksPerSecond
  } catch {
    return 0 // The process has ended, or this isn't Linux.
  }
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
