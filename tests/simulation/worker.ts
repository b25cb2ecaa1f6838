import { createPaymentProviders } from '#modules/money/payments/payment-providers.ts'
import { createTogether } from '#server/jobs/together.ts'
import type { App } from '#server/app.ts'

/** The process is gone: whatever it was at ends there. */
export class Death extends Error {
  constructor() {
    super('the process is gone')
    this.name = 'Death'
  }
}

export type Worker = {
  readonly app: App
  isAlive(): boolean
  /** How often it died. */
  deaths(): number
  restart(): void
}

/**
 * A worker that dies, by the dice, where a power cut would be worst: at the places of the engine that say so.
 * Everything it had in hand is lost, nothing it does afterwards reaches anybody, and it comes back without memory.
 */
export function createWorker(
  base: App,
  { roll, deadliness }: { readonly roll: () => number; readonly deadliness: number },
): Worker {
  let life = 1
  let isAlive = true
  let deaths = 0
  let together = createTogether()
  /** Bound to the life it was asked in: what a dead one had begun goes nowhere, also after another has come. */
  const living = async <T>(work: () => Promise<T>): Promise<T> => {
    const mine = life
    if (!isAlive) throw new Death()
    const result = await work()
    if (mine !== life || !isAlive) throw new Death()
    return result
  }
  const app: App = {
    ...base,
    write: (work) =>
      living(() =>
        base.write(async (tx) => {
          const result = await work(tx)
          if (!isAlive) throw new Death()
          return result
        }),
      ),
    statement: (name, text, values) => living(() => base.statement(name, text, values)),
    together: (kind, item, work) => living(() => together(kind, item, work)),
    providers: createPaymentProviders([
      {
        ...base.providers.first,
        createIntent: (ask) => living(() => base.providers.first.createIntent(ask)),
        confirm: (ask) => living(() => base.providers.first.confirm(ask)),
      },
    ]),
    failpoint: async () => {
      if (!isAlive) throw new Death()
      if (roll() >= deadliness) return
      isAlive = false
      deaths += 1
      throw new Death()
    },
  }
  return {
    app,
    isAlive: () => isAlive,
    deaths: () => deaths,
    restart: () => {
      life += 1
      isAlive = true
      together = createTogether()
    },
  }
}
