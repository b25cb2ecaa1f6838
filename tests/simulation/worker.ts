import { createPaymentProviders } from '#modules/money/payments/payment-providers.ts'
import { createBatcher } from '#server/jobs/batcher.ts'
import type { App } from '#server/app.ts'

/** Thrown when the simulated process is killed. */
export class ProcessKilled extends Error {
  constructor() {
    super('the process is gone')
    this.name = 'Death'
  }
}

export type Worker = {
  readonly app: App
  isAlive(): boolean
  /** Number of kills. */
  deaths(): number
  restart(): void
}

/**
 * A worker that is killed at random at the failpoints of the billing engine. Its work in progress is lost, its later
 * calls have no effect, and it restarts without state.
 */
export function createWorker(
  base: App,
  { roll, deadliness }: { readonly roll: () => number; readonly deadliness: number },
): Worker {
  let life = 1
  let isAlive = true
  let deaths = 0
  let batch = createBatcher()
  /** Binds calls to one life of the worker, so that those of a killed one have no effect after the restart. */
  const living = async <T>(work: () => Promise<T>): Promise<T> => {
    const mine = life
    if (!isAlive) throw new ProcessKilled()
    const result = await work()
    if (mine !== life || !isAlive) throw new ProcessKilled()
    return result
  }
  const app: App = {
    ...base,
    write: (work) =>
      living(() =>
        base.write(async (tx) => {
          const result = await work(tx)
          if (!isAlive) throw new ProcessKilled()
          return result
        }),
      ),
    statement: (name, text, values) => living(() => base.statement(name, text, values)),
    batch: (kind, item, work) => living(() => batch(kind, item, work)),
    providers: createPaymentProviders([
      {
        ...base.providers.first,
        createIntent: (ask) => living(() => base.providers.first.createIntent(ask)),
        confirm: (ask) => living(() => base.providers.first.confirm(ask)),
      },
    ]),
    failpoint: async () => {
      if (!isAlive) throw new ProcessKilled()
      if (roll() >= deadliness) return
      isAlive = false
      deaths += 1
      throw new ProcessKilled()
    },
  }
  return {
    app,
    isAlive: () => isAlive,
    deaths: () => deaths,
    restart: () => {
      life += 1
      isAlive = true
      batch = createBatcher()
    },
  }
}
