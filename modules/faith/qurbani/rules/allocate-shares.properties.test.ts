import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ascending } from '#shared/collections.ts'
import { allocateShares, type AllocatedOrder, type Allocation, type AllocationEvent } from './allocate-shares.ts'
import { qurbaniIntentions } from '#modules/money/giving/rules/qurbani-order.ts'

const limits = fc.record({
  sharesPerAnimal: fc.constantFrom(1, 7),
  capacity: fc.option(fc.integer({ min: 1, max: 12 }), { nil: null }),
})
const orders = fc
  .array(
    fc.record({
      shares: fc.integer({ min: 1, max: 20 }),
      intention: fc.constantFrom(...qurbaniIntentions),
      at: fc.nat(50),
    }),
    { maxLength: 25 },
  )
  .map((all) =>
    all.map(({ at, ...rest }, index): AllocatedOrder => ({
      kind: 'order',
      id: String(index).padStart(3, '0'),
      at: new Date(at * 1000),
      ...rest,
    })),
  )
/** Generates orders with refunds of some of them, each not earlier than its order. */
const history = orders.chain((all) =>
  fc
    .array(fc.record({ order: fc.nat(24), shares: fc.integer({ min: 1, max: 20 }), later: fc.nat(50) }), {
      maxLength: 15,
    })
    .map((refunds): AllocationEvent[] => [
      ...all,
      ...refunds.flatMap(({ order, shares, later }) => {
        const allocatedOrder = all[order]
        return allocatedOrder
          ? [
              {
                kind: 'refund' as const,
                orderId: allocatedOrder.id,
                shares,
                at: new Date(allocatedOrder.at.getTime() + later * 1000),
              },
            ]
          : []
      }),
    ]),
)
const held = ({ animals }: Allocation) =>
  animals.flatMap(({ number, places }) =>
    places.flatMap((placed, place) => (placed ? [`${placed.orderId}.${placed.share}@${number}.${place}`] : [])),
  )
const shareOf = (text: string) => text.split('@')[0] ?? ''

test('no share has two places, no animal mixes intentions or is empty, and capacity holds', () => {
  fc.assert(
    fc.property(history, limits, (events, limit) => {
      const allocation = allocateShares(events, limit)
      const shares = held(allocation).map(shareOf)
      expect(new Set(shares).size).toBe(shares.length)
      expect(allocation.animals.length).toBeLessThanOrEqual(limit.capacity ?? Infinity)
      expect(new Set(allocation.animals.map(({ number }) => number)).size).toBe(allocation.animals.length)
      const byId = new Map(events.flatMap((event) => (event.kind === 'order' ? [[event.id, event]] : [])))
      for (const { intention, places } of allocation.animals) {
        const placed = places.filter((place) => place !== null)
        expect(places).toHaveLength(limit.sharesPerAnimal)
        expect(placed.length).toBeGreaterThan(0)
        expect(placed.every(({ orderId }) => byId.get(orderId)?.intention === intention)).toBe(true)
      }
    }),
  )
})

test('without refunds each order is placed whole or refused whole, in as few animals as possible', () => {
  fc.assert(
    fc.property(orders, limits, (all, limit) => {
      const allocation = allocateShares(all, limit)
      const placed = all.filter(({ id }) => !allocation.refused.includes(id))
      const expected = placed.flatMap(({ id, shares }) =>
        Array.from({ length: shares }, (_, index) => `${id}.${index + 1}`),
      )
      expect(held(allocation).map(shareOf).toSorted(ascending)).toEqual(expected.toSorted(ascending))
      const needed = qurbaniIntentions.map((intention) => {
        const ofIt = placed.filter((order) => order.intention === intention)
        const own = ofIt.reduce((sum, { shares }) => sum + Math.floor(shares / limit.sharesPerAnimal), 0)
        const rest = ofIt.reduce((sum, { shares }) => sum + (shares % limit.sharesPerAnimal), 0)
        return own + Math.ceil(rest / limit.sharesPerAnimal)
      })
      expect(allocation.animals.length).toBe(needed.reduce((sum, count) => sum + count, 0))
      if (limit.capacity === null) expect(allocation.refused).toEqual([])
    }),
  )
})

test('every full number of shares of an order has animals of its own', () => {
  fc.assert(
    fc.property(orders, (all) => {
      const { animals } = allocateShares(all, { sharesPerAnimal: 7, capacity: null })
      for (const { id, shares } of all) {
        const own = animals.filter(({ places }) => places.every((placed) => placed?.orderId === id))
        expect(own).toHaveLength(Math.floor(shares / 7))
      }
    }),
  )
})

test('a later event never moves a share that stays', () => {
  fc.assert(
    fc.property(history, limits, (events, limit) => {
      const inOrder = events.toSorted((a, b) => a.at.getTime() - b.at.getTime())
      const last = inOrder.at(-1)
      fc.pre(last !== undefined && inOrder.filter(({ at }) => at.getTime() === last.at.getTime()).length === 1)
      const before = new Map(held(allocateShares(inOrder.slice(0, -1), limit)).map((place) => [shareOf(place), place]))
      for (const place of held(allocateShares(inOrder, limit))) expect(before.get(shareOf(place)) ?? place).toBe(place)
    }),
  )
})

test('the order in which events are passed does not matter', () => {
  fc.assert(
    fc.property(history, limits, (events, limit) => {
      const onePerInstant = [...new Map(events.map((event) => [event.at.getTime(), event])).values()]
      expect(allocateShares(onePerInstant.toReversed(), limit)).toEqual(allocateShares(onePerInstant, limit))
    }),
  )
})
