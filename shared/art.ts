import { one, required } from './collections.ts'
/**
 * Pictures without photographs (content-15): sky, lattice, a moon or sun with its star, three hills and a sheaf
 * of seven ears of grain.
 */
type Palette = {
  readonly sky: readonly [string, string, string]
  readonly hills: readonly [string, string, string]
  readonly sheaf: string
  readonly star: string
}

const lapis: Palette = {
  sky: ['#3C71D5', '#7DA9F8', '#C8DCFE'],
  hills: ['#5C8EEB', '#2556B4', '#0C1D40'],
  sheaf: '#C8DCFE',
  star: '#3C71D5',
}
const field: Palette = {
  sky: ['#2C633D', '#67C082', '#DCF4E2'],
  hills: ['#67C082', '#388953', '#0F2516'],
  sheaf: '#BCE8C6',
  star: '#388953',
}
const grain: Palette = {
  sky: ['#BB8608', '#F0B851', '#FEEAC9'],
  hills: ['#DA9D0D', '#996D04', '#432F07'],
  sheaf: '#FED48D',
  star: '#996D04',
}
const dusk: Palette = {
  sky: ['#CC3741', '#EE8A5A', '#FED48D'],
  hills: ['#FC7D7C', '#CC3741', '#3A0E0F'],
  sheaf: '#F0B851',
  star: '#CC3741',
}
const mint: Palette = {
  sky: ['#2556B4', '#4FA3A5', '#BCE8C6'],
  hills: ['#5BB5A8', '#2C7A7B', '#0D2B33'],
  sheaf: '#BCE8C6',
  star: '#2C7A7B',
}
const dawn: Palette = {
  sky: ['#388953', '#90D6A3', '#FEEAC9'],
  hills: ['#90D6A3', '#DA9D0D', '#5D4103'],
  sheaf: '#DA9D0D',
  star: '#388953',
}
const rose: Palette = {
  sky: ['#7E1E24', '#EA595D', '#FFE6E5'],
  hills: ['#FC7D7C', '#A32730', '#3A0E0F'],
  sheaf: '#FECDCA',
  star: '#A32730',
}

const palettes: Readonly<Record<string, Palette>> = {
  water: lapis,
  food: grain,
  mosque: field,
  community: field,
  education: dawn,
  women: rose,
  orphans: dawn,
  refugees: mint,
  emergency: dusk,
  health: mint,
  creative: rose,
  qurbani: grain,
}
export const artCategories = Object.keys(palettes)

/** FNV-1a, then mulberry32: the same seed paints the same picture everywhere. */
function dice(seed: string): () => number {
  let state = 2166136261
  for (const character of seed) state = Math.imul(state ^ required(character.codePointAt(0)), 16777619)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const n = (value: number): string => value.toFixed(1).replace(/\.0$/, '')

function star(x: number, y: number, radius: number, points: number, colour: string, width: number): string {
  const inner = radius * (points === 8 ? 0.66 : 0.8)
  const path = Array.from({ length: points * 2 }, (_, index) => {
    const angle = (index * Math.PI) / points - Math.PI / 2
    const r = index % 2 === 0 ? radius : inner
    return `${n(x + Math.cos(angle) * r)} ${n(y + Math.sin(angle) * r)}`
  })
  return `<path d="M${path.join('L')}Z" fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-linejoin="round"/>`
}

function lattice(kind: number): string {
  const size = 190
  const line = (d: string) => `<path d="${d}" fill="none" stroke="#fff" stroke-width="2.2"/>`
  const shapes = [
    line(
      `M${size / 2} 0L${size * 0.62} ${size * 0.38}L${size} ${size / 2}L${size * 0.62} ${size * 0.62}L${size / 2} ${size}L${size * 0.38} ${size * 0.62}L0 ${size / 2}L${size * 0.38} ${size * 0.38}Z`,
    ) +
      line(
        `M0 0L${size * 0.38} ${size * 0.38}M${size} 0L${size * 0.62} ${size * 0.38}M0 ${size}L${size * 0.38} ${size * 0.62}M${size} ${size}L${size * 0.62} ${size * 0.62}`,
      ),
    line(
      `M0 ${size / 2}L${size / 4} 0L${(size * 3) / 4} 0L${size} ${size / 2}L${(size * 3) / 4} ${size}L${size / 4} ${size}Z`,
    ) +
      line(
        `M0 ${size / 2}L${size} ${size / 2}M${size / 4} 0L${(size * 3) / 4} ${size}M${(size * 3) / 4} 0L${size / 4} ${size}`,
      ),
    star(size / 2, size / 2, size / 2, 12, '#fff', 2.2) +
      line(`M0 0L${size / 2} ${size / 2}L${size} 0M0 ${size}L${size / 2} ${size / 2}L${size} ${size}`),
  ]
  return `<pattern id="l" width="${size}" height="${size}" patternUnits="userSpaceOnUse">${shapes[kind]}</pattern>`
}

function hill(random: () => number, base: number, swing: number): string {
  const points = Array.from({ length: 5 }, (_, index) => ({ x: index * 400, y: base + (random() - 0.5) * swing }))
  const curve = points.slice(1).map((point, index) => {
    const before = required(points[index])
    const middle = (before.x + point.x) / 2
    return `C${n(middle)} ${n(before.y)} ${n(middle)} ${n(point.y)} ${n(point.x)} ${n(point.y)}`
  })
  return `M0 900V${n(one(points).y)}${curve.join('')}V900Z`
}

type Point = { readonly x: number; readonly y: number }

const ellipse = ({ x, y }: Point, ry: number, turn: number): string =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="6.5" ry="${ry}" transform="rotate(${n(turn)} ${n(x)} ${n(y)})"/>`

/** An ear from its root to its tip: a stalk that bends outwards, and nine pairs of grains that follow it. */
function ear(root: Point, bend: Point, tip: Point, colour: string): string {
  const at = (along: number, of: 'x' | 'y') =>
    (1 - along) ** 2 * root[of] + 2 * along * (1 - along) * bend[of] + along ** 2 * tip[of]
  const slope = (along: number, of: 'x' | 'y') =>
    2 * ((1 - along) * (bend[of] - root[of]) + along * (tip[of] - bend[of]))
  const grains: string[] = []
  let along = 1
  for (let pair = 0; pair < 9; pair++) {
    const [x, y, dx, dy] = [at(along, 'x'), at(along, 'y'), slope(along, 'x'), slope(along, 'y')]
    const length = Math.hypot(dx, dy)
    const turn = (Math.atan2(dx, -dy) * 180) / Math.PI
    if (pair === 0) grains.push(ellipse({ x: x + (dx / length) * 18, y: y + (dy / length) * 18 }, 18, turn))
    for (const side of [-1, 1])
      grains.push(ellipse({ x: x - (dy / length) * 13 * side, y: y + (dx / length) * 13 * side }, 17, turn + 32 * side))
    along -= 22 / length
  }
  const stalk = `<path d="M${n(root.x)} ${n(root.y)}Q${n(bend.x)} ${n(bend.y)} ${n(tip.x)} ${n(tip.y)}" fill="none" stroke="${colour}" stroke-width="6" stroke-linecap="round"/>`
  return `${stalk}<g fill="${colour}">${grains.join('')}</g>`
}

function sheaf(random: () => number, x: number, colour: string): string {
  const ears = Array.from({ length: 7 }, (_, index) => {
    const lean = (index - 3) * (26 + random() * 8)
    const top = 470 - (3 - Math.abs(index - 3)) * 24 - random() * 18
    return ear(
      { x: x + lean * 0.5, y: 905 },
      { x: x + lean * 0.55, y: top + 230 },
      { x: x + lean * 1.7, y: top },
      colour,
    )
  })
  return ears.join('')
}

/**
 * An SVG of 1600 by 900. The same seed and cause paint the same picture; an unknown cause is painted in the colours of
 * the field.
 */
export function art(seed: string, category: string): string {
  const random = dice(`${category}|${seed}`)
  const palette = palettes[category] ?? field
  const kind = Math.floor(random() * 3)
  const discX = 380 + random() * 840
  const discY = 230 + random() * 130
  const radius = 130 + random() * 70
  const points = random() < 0.5 ? 8 : 12
  const sheafX = discX < 800 ? 980 + random() * 300 : 320 + random() * 300
  const hills = [hill(random, 560, 120), hill(random, 670, 150), hill(random, 790, 120)]
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 900" width="1600" height="900"><defs><linearGradient id="s" x1="0" y1="0" x2="0.25" y2="1"><stop offset="0" stop-color="${palette.sky[0]}"/><stop offset=".5" stop-color="${palette.sky[1]}"/><stop offset="1" stop-color="${palette.sky[2]}"/></linearGradient>` +
    `<radialGradient id="f" cx="${n(discX / 1600)}" cy="${n(discY / 900)}" r=".85"><stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="#fff" stop-opacity=".15"/></radialGradient><mask id="m"><rect width="1600" height="900" fill="url(#f)"/></mask>${lattice(kind)}</defs>` +
    `<rect width="1600" height="900" fill="url(#s)"/><rect width="1600" height="760" fill="url(#l)" opacity=".3" mask="url(#m)"/>` +
    `<circle cx="${n(discX)}" cy="${n(discY)}" r="${n(radius)}" fill="#fff" opacity=".82"/>${star(discX, discY, radius * 0.72, points, palette.star, 4)}` +
    `<path d="${hills[0]}" fill="${palette.hills[0]}" opacity=".75"/><path d="${hills[1]}" fill="${palette.hills[1]}" opacity=".85"/>${sheaf(random, sheafX, palette.sheaf)}<path d="${hills[2]}" fill="${palette.hills[2]}"/></svg>`
  )
}
