import { expireIntents, filterOpenIntents } from '#modules/money/payments/index.ts'
import { expireReservations, releaseLevels } from '#modules/causes/campaigns/index.ts'
import { type GivingPorts, addTime, timeouts } from '../ports.ts'

/** Expires declined orders that weren't retried, releases their giving levels and cancels them at the provider. */
export async function expireOrders(ports: GivingPorts): Promise<void> {
  for (const { id, provider, providerIntentId } of await expireIntents(ports, ports.clock())) {
    await ports.write((tx) => releaseLevels(tx, id))
    await ports.providers.byName(provider).cancel(providerIntentId)
  }
}

/** Releases giving levels of ended payments, in case a crash prevented it earlier. */
export const releaseExpiredLevels = (ports: GivingPorts): Promise<number> =>
  ports.write((tx) =>
    expireReservations(tx, {
      reservedBefore: addTime(ports.clock(), { minutes: -timeouts.orderMinutes }),
      limit: 200,
      stillPaying: filterOpenIntents,
    }),
  )
