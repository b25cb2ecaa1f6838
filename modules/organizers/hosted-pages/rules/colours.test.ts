import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrastOf, textOn } from '#shared/colour/contrast.ts'
import { readColour, textSafe } from './colours.ts'

const colour = fc.integer({ min: 0, max: 0xff_ff_ff }).map((n) => `#${n.toString(16).padStart(6, '0').toUpperCase()}`)

/** Returns the largest difference of a channel; rounding at the limits of a screen gives up to 1. */
const distance = (one: string, other: string): number =>
  Math.max(
    ...[1, 3, 5].map((from) =>
      Math.abs(Number.parseInt(one.slice(from, from + 2), 16) - Number.parseInt(other.slice(from, from + 2), 16)),
    ),
  )

test.each([
  ['#4AA567', '#141917', '#27864A'],
  ['#FFD400', '#141917', '#8B7301'],
  ['#FF5A5F', '#141917', '#DB3642'],
  ['#777777', '#000000', undefined],
  ['#2C633D', '#FFFFFF', '#2C633D'],
])('has readable text on %s (pages-4)', (organizer, text, link) => {
  expect(textOn(organizer)).toBe(text)
  if (link) expect(distance(textSafe(organizer, '#FFFFFF'), link)).toBeLessThanOrEqual(1)
})

test('any colour has readable text on it, and is readable itself on light and dark (pages-4)', () => {
  fc.assert(
    fc.property(colour, fc.constantFrom('#FFFFFF', '#F5F7F5', '#151B18', '#0E1311'), (organizer, background) => {
      expect(contrastOf(organizer, textOn(organizer))).toBeGreaterThanOrEqual(4.5)
      expect(contrastOf(textSafe(organizer, background), background)).toBeGreaterThanOrEqual(4.5)
      expect(readColour(textSafe(organizer, background))).toBeDefined()
    }),
  )
})

test('a colour is # and six hexadecimal digits, in upper case (pages-4)', () => {
  expect(readColour(' #4aa567 ')).toBe('#4AA567')
  for (const typed of ['4AA567', '#4AA56', '#4AA5671', 'red', '#GGGGGG', '#4AA567;background:url(x)'])
    expect(readColour(typed), typed).toBeUndefined()
})
