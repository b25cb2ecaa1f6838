/**
 * The rate and its clock in monotonic milliseconds, so that a clock adjustment neither releases nor blocks requests.
 */
export type BucketOptions = {
  readonly perSecond: number
  readonly now: () => number
  readonly sleep: (ms: number) => Promise<unknown>
}

/**
 * Limits callers to a steady rate. After a pause, as many as fit into one second may proceed at once; the others wait
 * in order. Call `await pace()` before each action.
 */
export function tokenBucket({ perSecond, now, sleep }: BucketOptions): () => Promise<void> {
  let tokens = perSecond
  let position = now()
  return async () => {
    const since = now()
    tokens = Math.min(perSecond, tokens + ((since - position) / 1000) * perSecond)
    position = since
    // Reserves a token in advance, so the next caller queues behind this one.
    tokens -= 1
    if (tokens < 0) await sleep((-tokens / perSecond) * 1000)
  }
}
