/** Donors at a steady rate, whatever the responses are, each of whom sends the same request again after a failure. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Platform } from '../recovery/platform.ts'

/** How long a donor tries. */
const patienceMs = 120_000

export type Donors = {
  /** Numbers of the donations that were acknowledged with status 200. */
  readonly acknowledged: ReadonlySet<number>
  /** Times of the acknowledgements in milliseconds of `performance.now()`. */
  readonly times: readonly number[]
  /** How often each other response came, such as `503`. */
  readonly others: ReadonlyMap<string, number>
  /** Responses that no donor may get: neither a donation nor a refusal that says when to try again. */
  readonly problems: readonly string[]
  /** Ends the arrival of donors and waits until each has a result. */
  stop(): Promise<void>
}

let next = 0

/** Starts donors at `rate` per second. */
export function startDonors(platform: Pick<Platform, 'donateAndRead'>, campaign: string, rate: number): Donors {
  const acknowledged = new Set<number>()
  const times: number[] = []
  const others = new Map<string, number>()
  const problems: string[] = []
  const count = (what: string) => others.set(what, (others.get(what) ?? 0) + 1)
  const donate = async (number: number) => {
    const end = performance.now() + patienceMs
    let attempt = 1
    for (let pause = 1; performance.now() < end; pause *= 2) {
      const response = await platform
        .donateAndRead(campaign, number, attempt)
        .catch((error: unknown) => ({ status: 0, message: String(error), retryAfter: null }))
      const { status, message, retryAfter } = response
      if (status === 200) {
        acknowledged.add(number)
        times.push(performance.now())
        return
      }
      count(String(status))
      // 202: the payment is being confirmed. 409: the donor's earlier request is still in progress. 402: that request ended
      // without a charge, as after a lost connection before the provider was called; the donor donates again.
      const isUncharged = status === 402 && message.includes('You haven’t been charged')
      if (isUncharged) attempt += 1
      if (![202, 409].includes(status) && !isUncharged && (status !== 503 || retryAfter === null))
        problems.push(`donation ${number} was responded to with ${status} (Retry-After ${retryAfter}): ${message}`)
      // Waits as long as the response says, and longer after each failure: people aren't a load test.
      await sleep(1000 * Math.max(pause, Number(retryAfter ?? 2)))
    }
    problems.push(`donation ${number} had no result within ${patienceMs / 1000} s`)
  }
  const running = new Set<Promise<void>>()
  const arrival = setInterval(() => {
    const donation = donate(next++).finally(() => running.delete(donation))
    running.add(donation)
  }, 1000 / rate)
  return {
    acknowledged,
    times,
    others,
    problems,
    stop: async () => {
      clearInterval(arrival)
      await Promise.all(running)
    },
  }
}

/** Returns the longest time without an acknowledgement between two times, in seconds. */
export function findLongestGap(times: readonly number[], from: number, to: number): number {
  const within = [from, ...times.filter((time) => time > from && time < to).sort((a, b) => a - b), to]
  return Math.max(...within.slice(1).map((time, index) => time - (within[index] ?? from))) / 1000
}
