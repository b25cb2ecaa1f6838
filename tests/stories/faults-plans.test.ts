import { afterAll, beforeAll, test } from 'vitest'
import { expectBooksToAgree } from '../faults/donations.ts'
import { type House, openHouse } from '../faults/house.ts'
import { planFaults } from '../faults/plans.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
  await house.start('', 'web')
}, 300_000)
afterAll(() => house.stop())

for (const [name, fault] of Object.entries(planFaults))
  test(`${name}: each gift is charged once or not at all, and the books agree`, async () => {
    await fault(house)
    // A healthy worker processes the effects of the donations.
    const worker = house.startWorker()
    await expectBooksToAgree(house)
    await worker.kill()
  }, 600_000)
