/**
 * Draws the countries of the world once, so that no browser has to: `node scripts/country-map.ts` writes
 * web/features/causes/discovery/country-shapes.ts from world-atlas (Natural Earth, 110 m, public domain), and the
 * middle of each country from the same at 50 m, which has the small ones too. Run again only when the map shall look
 * different.
 */
import { one, required } from '#shared/collections.ts'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { geoArea, geoCentroid, geoNaturalEarth1, geoPath } from 'd3-geo'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'

const [width, height] = [1000, 472] as const
type Atlas = Topology<{ countries: GeometryCollection<{ name: string }> }>
const featuresOf = (file: string) => {
  const atlas = createRequire(import.meta.url)(`world-atlas/${file}.json`) as Atlas
  return feature(atlas, atlas.objects.countries).features
}
const features = featuresOf('countries-110m')

/** What the atlas has no ISO number for. */
const unnumbered: Readonly<Record<string, string>> = { Kosovo: 'XK', Somaliland: 'SO', 'N. Cyprus': 'CY' }
/** ISO's number is an alias of its letters in Unicode's names of regions. */
const codeOf = (id: string | number | undefined, name: string): string | undefined =>
  id === undefined ? unnumbered[name] : Intl.getCanonicalLocales(`und-${String(id).padStart(3, '0')}`)[0]?.slice(4)

const drawn = features.filter(({ properties }) => properties.name !== 'Antarctica')
const draw = geoPath(
  geoNaturalEarth1().fitSize([width, height], { type: 'FeatureCollection', features: drawn }),
).digits(0)
/** Whole steps from point to point instead of places: half as long, and no step that goes nowhere. */
const stepsOf = (path: string): string =>
  path
    .split(/(?=M)/)
    .map((ring) => {
      const points = [...ring.matchAll(/(-?\d+),(-?\d+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const)
      const steps = points.slice(1).flatMap(([x, y], index) => {
        const [fromX, fromY] = required(points[index])
        return x === fromX && y === fromY ? [] : [`${x - fromX} ${y - fromY}`]
      })
      return steps.length < 2 ? '' : `M${one(points).join(' ')}l${steps.join(' ')}z`.replaceAll(' -', '-')
    })
    .join('')
const shapes = new Map<string, string>()
for (const country of drawn) {
  const code = codeOf(country.id, country.properties.name)
  if (!code || !/^[A-Z]{2}$/.test(code)) throw new Error(`${country.properties.name} has no code`)
  shapes.set(code, (shapes.get(code) ?? '') + stepsOf(draw(country) ?? ''))
}
const lines = [...shapes].toSorted(([a], [b]) => a.localeCompare(b)).map(([code, d]) => `  ${code}: '${d}',`)
writeFileSync(
  new URL('../web/features/causes/discovery/country-shapes.ts', import.meta.url),
  `/** Drawn by scripts/country-map.ts from Natural Earth (public domain). Country → its outline in a view of ${width} by ${height}. */\nexport const shapes: Readonly<Record<string, string>> = {\n${lines.join('\n')}\n}\n`,
)
console.log(`${shapes.size} countries`)

/** Of a country with islands or parts overseas its largest part counts. */
const centres = featuresOf('countries-50m').flatMap(({ id, properties, geometry }) => {
  const code = codeOf(id, properties.name)
  if (!code || !/^[A-Z]{2}$/.test(code) || (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon')) return []
  const parts = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  const polygons = parts.map((coordinates) => ({ type: 'Polygon' as const, coordinates }))
  const largest = one(polygons.toSorted((a, b) => geoArea(b) - geoArea(a)))
  const [longitude, latitude] = geoCentroid(largest)
  return [{ code, area: geoArea(largest), at: `  ${code}: [${latitude.toFixed(1)}, ${longitude.toFixed(1)}],` }]
})
// Two parts of one country (Cyprus) share its code: the larger one counts.
const byCode = new Map(centres.toSorted((a, b) => a.area - b.area).map(({ code, at }) => [code, at]))
writeFileSync(
  new URL('../modules/causes/discovery/rules/country-centres.ts', import.meta.url),
  `/** Made by scripts/country-map.ts from Natural Earth (public domain). Country → latitude and longitude of its middle, in degrees. */\nexport const countryCentres: Readonly<Record<string, readonly [number, number]>> = {\n${[...byCode.values()].toSorted().join('\n')}\n}\n`,
)
console.log(`${byCode.size} middles`)
