import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fakeApi } from '#web/kit/testing.ts'
import { applyOrderChange, moveTo } from './change-order.ts'

test('a moved entry is at its place, and the others keep their order', () => {
  const ids = fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(ids, fc.nat(), fc.nat(), (all, from, to) => {
      const [id, place] = [all[from % all.length]!, to % all.length]
      const moved = moveTo(all, id, place)
      expect(moved[place]).toBe(id)
      expect(moved.filter((other) => other !== id)).toEqual(all.filter((other) => other !== id))
    }),
  )
})

test.each([
  [{ intent: 'place', chosen: '3', place: '0' }, ['3', '1', '2']],
  [{ intent: 'place', chosen: '1', place: '2' }, ['2', '3', '1']],
  [{ intent: 'place', chosen: '1', place: '9' }, ['1', '2', '3']],
  [{ intent: 'place', chosen: '9', place: '0' }, ['1', '2', '3']],
  [{ intent: 'up', chosen: '2' }, ['2', '1', '3']],
  [{ intent: 'up', chosen: '1' }, ['1', '2', '3']],
  [{ intent: 'down', chosen: '3' }, ['1', '2', '3']],
  [{ intent: 'place', chosen: '1', place: 'x' }, undefined],
])('%o gives the order %o', async (posted, order) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(posted)) form.set(name, value)
  expect((await applyOrderChange(fakeApi().api, form, ['1', '2', '3']))?.ids).toEqual(order)
})
