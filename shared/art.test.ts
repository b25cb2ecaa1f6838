import fc from 'fast-check'
import { expect, test } from 'vitest'
import { art, artCategories } from './art.ts'

test('the same seed and cause paint the same picture, others another', () => {
  expect(art('wells', 'water')).toBe(art('wells', 'water'))
  expect(art('wells', 'water')).not.toBe(art('wells-2', 'water'))
  expect(art('wells', 'water')).not.toBe(art('wells', 'food'))
})
test('whatever the seed, it is a picture and nothing of the seed is in it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...artCategories, 'unknown'), (seed, category) => {
      const svg = art(`<script>${seed}`, category)
      return svg.startsWith('<svg') && svg.endsWith('</svg>') && !svg.includes('<script') && !/NaN|undefined|Infinity/.test(svg)
    }),
    { numRuns: 60 },
  )
})
