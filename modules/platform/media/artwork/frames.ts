import type { Palette } from './palettes.ts'
import { strokeLine, oval, star } from './svg.ts'

/** An ear of grain that leans to the right: a stalk, five pairs of grains along its end, and one at its tip. */
const ear = (() => {
  const grains = [0, 1, 2, 3, 4].map((pair) => {
    const [x, y] = [18 - pair * 5, -322 + pair * 34]
    return `M${x - 3} ${y}q-26-10-16-52q22 16 16 52ZM${x + 3} ${y}q26-2 26-48q-26 10-26 48Z`
  })
  return `<path fill="none" stroke-width="6" d="M0 0Q-6-220 18-330"/><path d="${grains.join('')}M18-324q-22-22 4-64q20 34-4 64Z"/>`
})()

/** Seven ears at the edge of the picture: the sign of the product. */
export const ears = (p: Palette, x: number): string =>
  `<defs><g id="e">${ear}</g></defs>` +
  [-3, 3, -1, 1, -2, 2, 0]
    .map((index) => {
      const colour = index % 2 ? p.accent : p.glow
      const size = 1.06 - Math.abs(index) * 0.06 - (index % 2 ? 0.05 : 0)
      return `<use href="#e" fill="${colour}" stroke="${colour}" transform="translate(${x + index * 16} 910) rotate(${index * 10}) scale(${size.toFixed(2)})"/>`
    })
    .join('')

/** A window in a wall: a pointed arch with a border of stars. */
export function archFrame(p: Palette): string {
  const opening = 'M300 900V430Q300 120 800 26Q1300 120 1300 430V900Z'
  const border = 'M256 900V420Q256 76 800-16Q1344 76 1344 420V900'
  const tile = `${star(60, 60, 58)}M0 0L26 26M120 0L94 26M0 120L26 94M120 120L94 94`
  return (
    `<defs><pattern id="t" width="120" height="120" patternUnits="userSpaceOnUse">${strokeLine(p.accent, 2.5, tile)}</pattern></defs>` +
    [p.land[3], 'url(#t)']
      .map(
        (paint, index) =>
          `<path fill="${paint}"${index ? ' opacity=".38"' : ''} fill-rule="evenodd" d="M0 0H1600V900H0Z${opening}"/>`,
      )
      .join('') +
    strokeLine(p.land[3], 60, border) +
    strokeLine(p.accent, 7, border, 0.9) +
    strokeLine(p.wall, 16, opening.slice(0, -1))
  )
}

/** A branch with leaves and fruit that hangs into the picture from a corner above. */
export function branch(p: Palette): string {
  const leaves = [
    [70, 60, 30],
    [150, 96, -25],
    [210, 70, 60],
    [280, 140, 10],
    [330, 100, 75],
    [390, 170, 30],
    [60, 150, 80],
    [180, 180, 95],
    [440, 130, 60],
    [470, 210, 25],
  ]
  return (
    strokeLine(p.woodShade, 12, 'M-10 40Q180 90 300 110T500 190M120 74Q150 140 170 190') +
    leaves
      .map(([x = 0, y = 0, turn = 0], index) => oval(index % 3 ? p.leaf : p.leafLight, x, y, 50, 17, 1, turn))
      .join('') +
    [
      [120, 130],
      [250, 170],
      [420, 215],
    ]
      .map(([x = 0, y = 0]) => oval(p.accent, x, y, 20, 23) + oval('#fff', x - 6, y - 8, 5, 7, 0.5))
      .join('')
  )
}
