import fs from 'node:fs'
import { required } from '#shared/collections.ts'
import type { Palette } from './palettes.ts'

/** Where what a scene shows is placed. */
export type Place = 'field' | 'table' | 'sea'

/** The pictures in `scenes/`, and where what they show is placed. */
export const scenes = {
  well: 'field',
  oven: 'field',
  tent: 'field',
  book: 'table',
  lamp: 'table',
  clinic: 'field',
  kite: 'field',
  mosque: 'field',
  beads: 'table',
  tree: 'field',
  ship: 'sea',
  pasture: 'field',
  fountain: 'field',
  loom: 'field',
  basket: 'table',
  bridge: 'field',
  mortar: 'table',
} as const satisfies Readonly<Record<string, Place>>
export type SceneName = keyof typeof scenes

/**
 * Reads a scene's elements. The point 0, 0 is on the ground below its middle; it is about 900 wide and 600 high. The
 * colours that its root sets are for those who open the file; in a picture they come from the palette.
 */
function readScene(name: string): string {
  const file = fs.readFileSync(new URL(`scenes/${name}.svg`, import.meta.url), 'utf8')
  return file.replaceAll(/<!--[^>]*-->|<\/?svg[^>]*>|\n */g, '')
}

const elements = Object.fromEntries(Object.keys(scenes).map((name) => [name, readScene(name)]))

/** Draws a scene in the colours of a palette. */
export const drawScene = (name: SceneName, palette: Palette): string =>
  required(elements[name]).replaceAll(/var\(--(\w+)\)/g, (_, colour: keyof Palette) => String(palette[colour]))

/** The scenes of each cause; an unknown cause has those of the community. */
const scenesByCategory: Readonly<Record<string, readonly [SceneName, ...SceneName[]]>> = {
  water: ['well', 'fountain'],
  food: ['oven', 'basket'],
  mosque: ['mosque', 'beads'],
  community: ['tree', 'bridge'],
  education: ['book', 'lamp'],
  women: ['loom'],
  orphans: ['kite', 'book'],
  refugees: ['tent', 'lamp'],
  emergency: ['tent', 'ship'],
  health: ['clinic', 'mortar'],
  creative: ['kite', 'lamp'],
  qurbani: ['pasture'],
}
export const artworkCategories = Object.keys(scenesByCategory)

export const scenesOf = (category: string): readonly [SceneName, ...SceneName[]] =>
  scenesByCategory[category] ?? ['tree', 'bridge']
