import type { Palette } from './palettes.ts'
import { beads } from './scenes/beads.ts'
import { book } from './scenes/book.ts'
import { fountain } from './scenes/fountain.ts'
import { loom } from './scenes/loom.ts'
import { basket } from './scenes/basket.ts'
import { bridge } from './scenes/bridge.ts'
import { mortar } from './scenes/mortar.ts'
import { clinic } from './scenes/clinic.ts'
import { kite } from './scenes/kite.ts'
import { lamp } from './scenes/lamp.ts'
import { mosque } from './scenes/mosque.ts'
import { oven } from './scenes/oven.ts'
import { pasture } from './scenes/pasture.ts'
import { ship } from './scenes/ship.ts'
import { tent } from './scenes/tent.ts'
import { tree } from './scenes/tree.ts'
import { well } from './scenes/well.ts'

/** What a scene shows in the middle of it, and where: in a field, on a table, or at sea. */
type Scene = { readonly place: 'field' | 'table' | 'sea'; readonly draw: (palette: Palette) => string }

/** Each draws around the point it is placed at: 0 is the ground, up is negative, about 900 wide and 600 high. */
export const scenes = {
  well: { place: 'field', draw: well },
  oven: { place: 'field', draw: oven },
  tent: { place: 'field', draw: tent },
  book: { place: 'table', draw: book },
  lamp: { place: 'table', draw: lamp },
  clinic: { place: 'field', draw: clinic },
  kite: { place: 'field', draw: kite },
  mosque: { place: 'field', draw: mosque },
  beads: { place: 'table', draw: beads },
  tree: { place: 'field', draw: tree },
  ship: { place: 'sea', draw: ship },
  pasture: { place: 'field', draw: pasture },
  fountain: { place: 'field', draw: fountain },
  loom: { place: 'field', draw: loom },
  basket: { place: 'table', draw: basket },
  bridge: { place: 'field', draw: bridge },
  mortar: { place: 'table', draw: mortar },
} as const satisfies Readonly<Record<string, Scene>>
export type SceneName = keyof typeof scenes

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
