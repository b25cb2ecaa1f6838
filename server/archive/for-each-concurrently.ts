/**
 * Runs a task for each item, at most `limit` of them at a time, in the order of the items. After an error it begins no
 * other, waits for those that still run, and throws the first error, so that nothing runs after it has ended.
 */
export async function forEachConcurrently<T>(
  items: readonly T[],
  limit: number,
  task: (item: T) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = []
  const waiting = items.values()
  const work = async () => {
    for (const item of waiting) {
      if (errors.length > 0) return
      await task(item).catch((error: unknown) => void errors.push(error))
    }
  }
  await Promise.all(Array.from({ length: limit }, work))
  if (errors.length > 0) throw errors[0]
}
