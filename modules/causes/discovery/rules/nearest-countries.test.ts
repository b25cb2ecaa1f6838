import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countryCentres } from './country-centres.ts'
import { distanceKm, nearestCountries } from './nearest-countries.ts'

const place = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
})
const codes = fc.subarray(Object.keys(countryCentres))
const centreOf = (code: string) => {
  const [latitude = 0, longitude = 0] = countryCentres[code] ?? []
  return { latitude, longitude }
}

test('measures along the surface of the earth', () => {
  const [london, paris] = [
    { latitude: 51.5074, longitude: -0.1278 },
    { latitude: 48.8566, longitude: 2.3522 },
  ]
  expect(Math.round(distanceKm(london, paris))).toBe(344)
  expect(Math.round(distanceKm({ latitude: 0, longitude: 179 }, { latitude: 0, longitude: -179 }))).toBe(222)
})

test('a distance is the same both ways, never negative, and at most half the earth’s circumference', () => {
  fc.assert(
    fc.property(place, place, (from, to) => {
      expect(distanceKm(from, to)).toBeCloseTo(distanceKm(to, from), 6)
      expect(distanceKm(from, to)).toBeGreaterThanOrEqual(0)
      expect(distanceKm(from, to)).toBeLessThanOrEqual(20_016)
    }),
  )
})

test('returns at most three countries near a place, or the nearest one if all are far [content-13]', () => {
  const offered = ['US', 'GB', 'PK', 'JO', 'LB', 'PS', 'SY', 'JP']
  expect(nearestCountries({ latitude: 31.95, longitude: 35.93 }, offered)).toEqual(['PS', 'JO', 'LB'])
  expect(nearestCountries({ latitude: -41.3, longitude: 174.8 }, offered)).toEqual(['JP'])
  expect(nearestCountries({ latitude: 0, longitude: 0 }, [])).toEqual([])
  expect(nearestCountries({ latitude: 0, longitude: 0 }, ['ZZ'])).toEqual([])
})

test('no country that was left out is nearer than one that was returned', () => {
  fc.assert(
    fc.property(place, codes, (from, offered) => {
      const near = nearestCountries(from, offered)
      expect(near.length).toBeLessThanOrEqual(3)
      expect(near.length > 0).toBe(offered.length > 0)
      const furthest = Math.max(0, ...near.map((code) => distanceKm(from, centreOf(code))))
      for (const code of offered)
        if (!near.includes(code) && near.length === 3)
          expect(distanceKm(from, centreOf(code))).toBeGreaterThanOrEqual(furthest)
    }),
  )
})
