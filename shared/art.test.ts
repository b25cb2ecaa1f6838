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
      return (
        svg.startsWith('<svg') &&
        svg.endsWith('</svg>') &&
        !svg.includes('<script') &&
        !/NaN|undefined|Infinity/.test(svg)
      )
    }),
    { numRuns: 60 },
  )
})

test('each grain of an ear lies at its stalk', () => {
  for (const seed of ['clean-water', 'a-school', 'homes', 'iftar']) {
    const ears = [
      ...art(seed, 'water').matchAll(
        /<path d="M([\d.]+) ([\d.]+)Q([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+)"[^>]*\/><g[^>]*>(.*?)<\/g>/g,
      ),
    ]
    expect(ears.length).toBe(7)
    for (const [, ...parts] of ears) {
      const [x0, y0, x1, y1, x2, y2] = parts.slice(0, 6).map(Number) as [number, number, number, number, number, number]
      const stalk = Array.from({ length: 201 }, (_, index) => {
        const [after, before] = [index / 200, 1 - index / 200]
        return [
          before ** 2 * x0 + 2 * after * before * x1 + after ** 2 * x2,
          before ** 2 * y0 + 2 * after * before * y1 + after ** 2 * y2,
        ] as const
      })
      for (const [, x, y] of parts[6]!.matchAll(/cx="([\d.]+)" cy="([\d.]+)"/g))
        expect(Math.min(...stalk.map(([at, top]) => Math.hypot(at - Number(x), top - Number(y))))).toBeLessThan(20)
    }
  }
})
