import { requestChoices } from './request-choices.ts'
import { addLateOrders, freezeAllocations } from './freeze-allocations.ts'
import { notifyDonors } from './notify-donors.ts'
import type { FulfilmentPorts } from './ports.ts'
import { settleChoices } from './settle-choices.ts'

/**
 * The fulfilment job: freezes allocations of closed items, mails donors of performed shares, asks donors of unperformed
 * ones, and settles choices and unanswered questions (qurbani-10 to qurbani-12). Safe to run concurrently.
 */
export async function runFulfilment(ports: FulfilmentPorts): Promise<void> {
  const done = {
    frozen: await freezeAllocations(ports),
    lateOrders: await addLateOrders(ports),
    mailed: await notifyDonors(ports),
    asked: await requestChoices(ports),
    settled: await settleChoices(ports),
  }
  if (Object.values(done).some((count) => count > 0)) ports.log.info(done, 'qurbani shares were fulfilled')
}
