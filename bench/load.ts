import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { Pool } from 'undici'

/** Results of one load run. Times in milliseconds. */
export type LoadResult = {
  readonly rate: number
  /** Number of successful operations. */
  readonly completed: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly errors: number
}

export type Load = {
  readonly url: string
  readonly clients: number
  readonly seconds: number
  /** Requests per second of all clients together; default: as many as are answered. */
  readonly perSecond?: number
  /** Returns the next request; called for every request of every client. */
  readonly next: () => { method: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string }
}

/** Loads a server on this machine. Every response other than 2xx is an error. */
export async function runLoad({ url, clients, seconds, perSecond, next }: Load): Promise<LoadResult> {
  const result = await autocannon({
    url,
    connections: clients,
    duration: seconds,
    timeout: 20,
    ...(perSecond === undefined ? {} : { overallRate: perSecond }),
    requests: [{ setupRequest: (request) => Object.assign(request, next()) }],
  })
  return {
    rate: result['2xx'] / result.duration,
    completed: result['2xx'],
    p50: result.latency.p50,
    // The 97.5th percentile, because autocannon has no 95th.
    p95: result.latency.p97_5,
    p99: result.latency.p99,
    errors: result.non2xx + result.errors + result.timeouts,
  }
}

/**
 * Loads a server with requests spread evenly over each second, which autocannon would send at its start. A response is
 * timed from the planned time of its request, so waiting for a connection counts.
 */
export async function runEvenLoad({ url, clients, seconds, perSecond, next }: Required<Load>): Promise<LoadResult> {
  const pool = new Pool(url, { connections: clients })
  const times: number[] = []
  let errors = 0
  const send = async (due: number) => {
    try {
      const response = await pool.request(next())
      await response.body.dump()
      if (response.statusCode !== 200) errors += 1
    } catch {
      errors += 1
    }
    times.push(performance.now() - due)
  }
  const [start, step] = [performance.now(), 1000 / perSecond]
  const sent: Promise<void>[] = []
  while (sent.length < seconds * perSecond) {
    for (let due = start + sent.length * step; due <= performance.now(); due = start + sent.length * step)
      sent.push(send(due))
    await sleep(2)
  }
  await Promise.all(sent)
  await pool.close()
  const sorted = times.toSorted((a, b) => a - b)
  const percentile = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
  return {
    rate: (sent.length - errors) / seconds,
    completed: sent.length - errors,
    p50: percentile(0.5),
    p95: percentile(0.95),
    p99: percentile(0.99),
    errors,
  }
}
