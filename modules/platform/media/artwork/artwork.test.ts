import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type Artwork, artworkOf, chooseArtwork, drawArtwork } from './artwork.ts'
import { compositions } from './compositions.ts'
import { palettes } from './palettes.ts'
import { artworkCategories, type SceneName, scenes, scenesOf } from './scenes.ts'

const sceneNames = Object.keys(scenes) as readonly SceneName[]
const all = sceneNames.flatMap((scene) =>
  compositions.flatMap((_, composition) => palettes.map((_, palette): Artwork => ({ scene, composition, palette }))),
)
const drawings = all.map((artwork) => drawArtwork(artwork))

test('there are at least 12 scenes, 6 compositions and 8 palettes, and no two pictures are equal', () => {
  expect(sceneNames.length).toBeGreaterThanOrEqual(12)
  expect([compositions.length, palettes.length]).toEqual([6, 8])
  expect(new Set(drawings).size).toBe(all.length)
})

test('each picture is at most 12 kB and has no external references', () => {
  for (const [index, svg] of drawings.entries()) {
    expect(Buffer.byteLength(svg), JSON.stringify(all[index])).toBeLessThanOrEqual(12_000)
    expect(/NaN|undefined|Infinity|<script|<text|<image|style=|\son\w+=/.exec(svg)).toBeNull()
    const links = [...svg.matchAll(/(?:href="|url\()([^")]*)/g)].map(([, target]) => target)
    const ids = [...svg.matchAll(/\sid="([a-z])"/g)].map(([, id]) => `#${id}`)
    expect(links.filter((target) => !ids.includes(String(target)))).toEqual([])
    expect(new Set(ids).size).toBe(ids.length)
  }
})

test('each picture is well-formed: every element is closed in order, every attribute quoted and unique', () => {
  for (const svg of drawings) {
    const open: string[] = []
    const rest = svg.replaceAll(
      /<(\/?)([a-zA-Z]+)((?:\s[a-zA-Z0-9:-]+="[^"<&]*")*)(\/?)>/g,
      (_, end, name, attributes, empty) => {
        const names = [...String(attributes).matchAll(/\s([a-zA-Z:-]+)=/g)].map(([, attribute]) => attribute)
        expect(new Set(names).size, attributes).toBe(names.length)
        if (end) expect(open.pop()).toBe(name)
        else if (!empty) open.push(String(name))
        return ''
      },
    )
    expect([rest, open]).toEqual(['', []])
  }
})

test('each scene is drawn by the renderer of share images and posters', async () => {
  for (const scene of sceneNames) {
    const { width, height } = await sharp(Buffer.from(drawArtwork({ scene, composition: 3, palette: 4 }))).metadata()
    expect([width, height]).toEqual([1600, 900])
  }
})

test('a section of a picture has the requested shape, is inside the picture, and shows the scene', () => {
  const parts = compositions.flatMap((_, composition) =>
    [
      { width: 1080, height: 1120 },
      { width: 1200, height: 300 },
      { width: 1600, height: 900 },
    ].map((size) => ({ size, composition, svg: drawArtwork({ scene: 'well', composition, palette: 0 }, size) })),
  )
  for (const { size, composition, svg } of parts) {
    const [x, y, width, height] = /viewBox="([^"]+)"/.exec(svg)![1]!.split(' ').map(Number) as [
      number,
      number,
      number,
      number,
    ]
    expect(svg).toContain(`width="${size.width}" height="${size.height}"`)
    expect(width / height).toBeCloseTo(size.width / size.height, 1)
    expect([x >= 0, y >= 0, x + width <= 1601, y + height <= 901]).toEqual([true, true, true, true])
    const { scene } = compositions[composition]!
    expect([x < scene.x - 250, x + width > scene.x + 250, y < 500, y + height > 560]).toEqual([true, true, true, true])
  }
})

test('the same slug and cause always have the same picture, whose scene follows the cause', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...artworkCategories, 'unknown'), (slug, category) => {
      const artwork = chooseArtwork(slug, category)
      return scenesOf(category).includes(artwork.scene) && artworkOf(slug, category) === drawArtwork(artwork)
    }),
    { numRuns: 100 },
  )
  expect(chooseArtwork('clean-water-for-tharparkar', 'water')).toMatchInlineSnapshot(`
    {
      "composition": 5,
      "palette": 1,
      "scene": "well",
    }
  `)
})

test('slugs spread over every composition and palette of a cause', () => {
  const artworks = Array.from({ length: 2000 }, (_, index) => chooseArtwork(`fundraiser-${index}`, 'food'))
  const keys = new Set(artworks.map(({ scene, composition, palette }) => `${scene} ${composition} ${palette}`))
  expect(keys.size).toBe(2 * compositions.length * palettes.length)
})
