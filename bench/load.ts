import autocannon from 'autocannon'

/** What one run of a load said. Times in milliseconds. */
export type Measured = {
  readonly rate: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly errors: number
}

export type Load = {
  readonly url: string
  readonly clients: number
  readonly seconds: number
  /** Requests in a second, of all clients; without it, as many as are answered. */
  readonly perSecond?: number
  /** The next request; called for every request of every client. */
  readonly next: () => { method: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string }
}

/** Drives a server on this machine for a while. Every answer that is not 2xx is an error. */
export async function drive({ url, clients, seconds, perSecond, next }: Load): Promise<Measured> {
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
    p50: result.latency.p50,
    p95: result.latency.p97_5,
    p99: result.latency.p99,
    errors: result.non2xx + result.errors + result.timeouts,
  }
}
