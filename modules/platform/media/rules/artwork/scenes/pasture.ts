import { shadow } from '../landscape.ts'
import type { Palette } from '../palettes.ts'
import { box, disc, fill, strokeLine, transformed, oval } from '../svg.ts'

const fleece = [
  [-116, -150, 52],
  [-62, -188, 56],
  [14, -198, 58],
  [86, -172, 54],
  [122, -118, 50],
  [76, -86, 48],
  [-14, -78, 50],
  [-96, -96, 50],
] as const

const sheep = (p: Palette, isGrazing: boolean): string =>
  shadow(p, 170, 16) +
  [-92, -44, 54, 96].map((x, index) => box(index % 2 ? p.deep : p.ink, x, -60, 22, 66, 8)).join('') +
  fleece.map(([x, y, r]) => disc(p.deep, x + 3, y + 7, r + 3)).join('') +
  fleece.map(([x, y, r]) => disc(p.wall, x, y, r)).join('') +
  oval(p.wall, 0, -138, 130, 70) +
  fill(p.shade, 'M-140-96Q-60-44 40-60T168-126Q168-60 84-42T-40-30T-140-96Z') +
  strokeLine(p.shade, 7, 'M-84-176q20-26 44-4m34-26q24-24 46 2m-90 56q24-24 46 0m40-34q24-24 46 0') +
  (isGrazing
    ? oval(p.ink, -172, -62, 32, 56, 1, 24) +
      oval(p.ink, -128, -108, 34, 14, 1, 36) +
      oval(p.wall, -140, -118, 40, 25, 1, 30)
    : oval(p.ink, -166, -206, 36, 54, 1, 34) +
      oval(p.ink, -120, -212, 34, 14, 1, 30) +
      oval(p.wall, -138, -246, 40, 28))

/** Sheep on a pasture before a wattle fence. */
export const pasture = (p: Palette): string =>
  [-500, -330, -160, 10, 180, 350, 500].map((x) => box(p.woodShade, x, -290, 20, 170, 5)).join('') +
  strokeLine(p.wood, 15, 'M-540-254Q-330-266-60-250T560-256M-540-200Q-300-188 0-202T560-196') +
  transformed(320, -76, 0.78, sheep(p, false), true) +
  transformed(-300, -70, 0.78, sheep(p, true)) +
  transformed(20, 34, 1.06, sheep(p, true))
