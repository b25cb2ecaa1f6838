import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createShownClock } from './shown-clock.ts'

test('the form is ready after it was visible for a second (security-17)', () => {
  const clock = createShownClock()
  expect(clock.verdict(5000)).toBe('early')
  clock.observe(5000, { isShown: true })
  expect(clock.verdict(5999)).toBe('early')
  expect(clock.verdict(6000)).toBe('ready')
})

test('covering or hiding the form restarts the second (security-17)', () => {
  const clock = createShownClock()
  clock.observe(0, { isShown: true })
  clock.observe(2000, { isCovered: true })
  expect(clock.verdict(4000)).toBe('covered')
  clock.observe(4000, { isCovered: false })
  expect([clock.verdict(4999), clock.verdict(5000)]).toEqual(['early', 'ready'])
  clock.observe(6000, { isShown: false })
  clock.observe(6001, { isShown: true })
  expect(clock.verdict(7000)).toBe('early')
})

test('it is ready only if it was visible and uncovered for the whole last second', () => {
  const change = fc.record({
    after: fc.integer({ min: 0, max: 2000 }),
    isShown: fc.boolean(),
    isCovered: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(change, { maxLength: 20 }), fc.integer({ min: 0, max: 3000 }), (changes, wait) => {
      const clock = createShownClock()
      let now = 0
      let goodSince: number | undefined
      for (const { after, isShown, isCovered } of changes) {
        now += after
        clock.observe(now, { isShown, isCovered })
        goodSince = isShown && !isCovered ? (goodSince ?? now) : undefined
      }
      const isReady = goodSince !== undefined && now + wait - goodSince >= 1000
      expect(clock.verdict(now + wait) === 'ready').toBe(isReady)
    }),
  )
})
