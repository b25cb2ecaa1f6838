import { afterAll, beforeAll, test } from 'vitest'
import { faults } from '../faults/faults.ts'
import { expectBooksToAgree } from '../faults/donations.ts'
import { type House, openHouse } from '../faults/house.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
  await house.start()
}, 300_000)
afterAll(() => house.stop())

for (const [name, fault] of Object.entries(faults))
  test(`${name}: exactly one charge or none, and the books agree`, async () => {
    await fault(house)
    await expectBooksToAgree(house)
  }, 300_000)
