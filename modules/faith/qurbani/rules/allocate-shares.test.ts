import { expect, test } from 'vitest'
import { allocateShares, type Allocation, type AllocationEvent } from './allocate-shares.ts'
import type { QurbaniIntention } from '#modules/money/giving/rules/qurbani-order.ts'

const cow = { sharesPerAnimal: 7, capacity: null }
const minute = (position: number) => new Date(Date.UTC(2027, 4, 1, 0, position))
const order = (
  id: string,
  position: number,
  shares: number,
  intention: QurbaniIntention = 'qurbani',
): AllocationEvent => ({
  kind: 'order',
  id,
  at: minute(position),
  shares,
  intention,
})
const refund = (orderId: string, position: number, shares: number | number[]): AllocationEvent => ({
  kind: 'refund',
  orderId,
  at: minute(position),
  shares,
})
/** "1: a1 a2 - - - - -" for each animal. */
const table = ({ animals }: Allocation) =>
  animals.map(
    ({ number, places }) =>
      `${number}: ${places.map((placed) => (placed ? `${placed.orderId}${placed.share}` : '-')).join(' ')}`,
  )

test('seven shares of one order are an animal of their own [qurbani-5]', () => {
  expect(table(allocateShares([order('a', 1, 2), order('b', 2, 7), order('c', 3, 1)], cow))).toEqual([
    '1: a1 a2 c1 - - - -',
    '2: b1 b2 b3 b4 b5 b6 b7',
  ])
})

test('an order’s own animals open before its rest is placed, which may span two animals [qurbani-5]', () => {
  expect(table(allocateShares([order('a', 1, 5), order('b', 2, 10), order('c', 3, 9)], cow))).toEqual([
    '1: a1 a2 a3 a4 a5 b8 b9',
    '2: b1 b2 b3 b4 b5 b6 b7',
    '3: b10 c8 c9 - - - -',
    '4: c1 c2 c3 c4 c5 c6 c7',
  ])
})

test('animals of one intention have no places for another [qurbani-5]', () => {
  const { animals } = allocateShares([order('a', 1, 3), order('b', 2, 3, 'aqiqah'), order('c', 3, 3)], cow)
  expect(animals.map(({ number, intention, places }) => [number, intention, places.filter(Boolean).length])).toEqual([
    [1, 'qurbani', 6],
    [2, 'aqiqah', 3],
  ])
})

test('after a refund no share moves, and the next payment takes the lowest free place [qurbani-5]', () => {
  const events = [order('a', 1, 3), order('b', 2, 4), order('c', 3, 2), refund('a', 4, 2), order('d', 5, 3)]
  expect(table(allocateShares(events, cow))).toEqual(['1: a1 d1 d2 b1 b2 b3 b4', '2: c1 c2 d3 - - - -'])
})

test('a partial refund takes the shares it names, else the last ones [qurbani-5]', () => {
  expect(table(allocateShares([order('a', 1, 4), refund('a', 2, [1, 3])], cow))).toEqual(['1: - a2 - a4 - - -'])
  expect(table(allocateShares([order('a', 1, 4), refund('a', 2, [4]), refund('a', 3, 1)], cow))).toEqual([
    '1: a1 a2 - - - - -',
  ])
})

test('an empty animal vanishes, the others keep their numbers, and the next one takes the lowest unused [qurbani-5]', () => {
  const events = [
    order('a', 1, 7),
    order('b', 2, 7),
    order('c', 3, 7),
    refund('b', 4, 7),
    order('d', 5, 2),
    order('e', 6, 7),
  ]
  expect(table(allocateShares(events.slice(0, 4), cow))).toEqual(['1: a1 a2 a3 a4 a5 a6 a7', '3: c1 c2 c3 c4 c5 c6 c7'])
  expect(table(allocateShares(events, cow))).toEqual([
    '1: a1 a2 a3 a4 a5 a6 a7',
    '2: d1 d2 - - - - -',
    '3: c1 c2 c3 c4 c5 c6 c7',
    '4: e1 e2 e3 e4 e5 e6 e7',
  ])
})

test('capacity counts animals: an order that does not fit is refused whole, a later smaller one fits [qurbani-5]', () => {
  const events = [order('a', 1, 5), order('b', 2, 10), order('c', 3, 9), order('d', 4, 1)]
  const allocation = allocateShares(events, { sharesPerAnimal: 7, capacity: 2 })
  expect(allocation.refused).toEqual(['b', 'd'])
  expect(table(allocation)).toEqual(['1: a1 a2 a3 a4 a5 c8 c9', '2: c1 c2 c3 c4 c5 c6 c7'])
})

test('a refunded animal frees its capacity [qurbani-5]', () => {
  const limits = { sharesPerAnimal: 7, capacity: 1 }
  expect(
    allocateShares([order('a', 1, 7), order('b', 2, 1), refund('a', 3, 7), order('c', 4, 7)], limits),
  ).toMatchObject({
    animals: [{ number: 1 }],
    refused: ['b'],
  })
})

test('orders are placed by their settlement and then their id [qurbani-5]', () => {
  expect(table(allocateShares([order('b', 1, 1), order('c', 0, 1), order('a', 1, 1)], cow))).toEqual([
    '1: c1 a1 b1 - - - -',
  ])
})

test('sheep have one share each [qurbani-1]', () => {
  const sheep = { sharesPerAnimal: 1, capacity: 3 }
  const allocation = allocateShares([order('a', 1, 2), order('b', 2, 2), order('c', 3, 1, 'aqiqah')], sheep)
  expect(table(allocation)).toEqual(['1: a1', '2: a2', '3: c1'])
  expect(allocation.refused).toEqual(['b'])
})
