import type { Ports } from '#shared/ports.ts'

type Waiting = { readonly item: unknown; resolve(result: unknown): void; reject(error: unknown): void }
type Queue = { waiting: Waiting[]; running: number }
type Work = (items: readonly unknown[]) => Promise<readonly unknown[]>

/** How many batches of one kind are under way at once, and how much one may hold. */
export type TogetherOptions = { readonly runningMax?: number; readonly itemsMax?: number }

/**
 * Group commit in the application: whoever comes while a batch is under way waits for the next one, so a hundred gifts that arrive together
 * cost the commits of a few. A visitor who comes alone waits for nobody (performance.md, "gifts that arrive together committed together").
 */
export function createTogether({ runningMax = 1, itemsMax = 64 }: TogetherOptions = {}): Ports['together'] {
  const queues = new Map<string, Queue>()

  async function run(queue: Queue, work: Work): Promise<void> {
    queue.running += 1
    const batch = queue.waiting.splice(0, itemsMax)
    await settle(batch, work)
    queue.running -= 1
    if (queue.waiting.length > 0) void run(queue, work)
  }

  return <Item, Result>(kind: string, item: Item, work: (items: readonly Item[]) => Promise<readonly Result[]>): Promise<Result> =>
    new Promise<Result>((resolve, reject) => {
      let queue = queues.get(kind)
      if (!queue) queues.set(kind, (queue = { waiting: [], running: 0 }))
      queue.waiting.push({ item, resolve: resolve as (result: unknown) => void, reject })
      // The first of a turn of the event loop starts the batch at its end, with all that came in that turn.
      if (queue.waiting.length === 1)
        setImmediate(() => {
          if (queue.waiting.length > 0 && queue.running < runningMax) void run(queue, work as Work)
        })
    })
}

async function settle(batch: readonly Waiting[], work: Work): Promise<void> {
  try {
    const results = await work(batch.map(({ item }) => item))
    for (const [index, { resolve }] of batch.entries()) resolve(results[index])
  } catch (error) {
    const [first] = batch
    if (batch.length === 1) first!.reject(error)
    // The database refused something in it and so wrote nothing of it: each alone, so that one bad gift is one bad gift.
    else if (isRefusal(error)) await Promise.all(batch.map((each) => settle([each], work)))
    else for (const { reject } of batch) reject(error)
  }
}

/** Data, constraint and trigger errors (SQLSTATE 22, 23, P0). A lost connection says nothing of what was written, so it is not repeated here. */
const isRefusal = (error: unknown): boolean => /^(22|23|P0)/.test((error as { code?: string }).code ?? '')
