const second = 1000
const hour = 3600 * second
const day = 24 * hour

/** How long an event is sent again after its first failed attempt. */
export const retryMs = 3 * day
/** How long an endpoint may fail without one success before it is disabled. */
export const failingMs = 5 * day
const firstWaitMs = 10 * second
const waitMsMax = 8 * hour

/**
 * Returns when a failed event is sent again: after about 10 seconds, then after three times as long each time, at most
 * 8 hours, each by up to a quarter earlier or later so that retries of many events spread. Undefined once three days
 * have passed since the first attempt (webhooks-4). `random` is from 0 to below 1.
 */
export function nextAttemptAt(input: {
  /** Attempts made so far, at least one. */
  readonly attempts: number
  readonly firstAttemptAt: Date
  readonly now: Date
  readonly random: number
}): Date | undefined {
  const wait = Math.min(firstWaitMs * 3 ** (input.attempts - 1), waitMsMax)
  const next = input.now.getTime() + Math.round(wait * (0.75 + input.random / 2))
  return next <= input.firstAttemptAt.getTime() + retryMs ? new Date(next) : undefined
}

/** Whether an endpoint has failed for so long without a success that it is disabled (webhooks-5). */
export const hasFailedTooLong = (failingSince: Date, now: Date): boolean =>
  now.getTime() - failingSince.getTime() >= failingMs
