import { shadow } from '../landscape.ts'
import type { Palette } from '../palettes.ts'
import { box, fill, strokeLine, oval, star } from '../svg.ts'

const jar = (p: Palette, x: number, colour: string, dark: string, tall: number) =>
  fill(
    colour,
    `M${x - 62} 8Q${x - 92}-${tall * 0.5} ${x - 62}-${tall}H${x + 62}Q${x + 92}-${tall * 0.5} ${x + 62} 8Z`,
  ) +
  fill(
    dark,
    `M${x + 20} 8Q${x + 60}-${tall * 0.5} ${x + 30}-${tall}H${x + 62}Q${x + 92}-${tall * 0.5} ${x + 62} 8Z`,
    0.6,
  ) +
  box(p.wood, x - 54, -tall - 34, 108, 38, 12) +
  fill(p.wall, `M${x - 54}-${tall * 0.68}h92v${tall * 0.36}h-92Z`) +
  fill(p.leaf, `M${x - 8}-${tall * 0.38}q-40-22-2-60q38 34 2 60Z`)

const sprig = (p: Palette, x: number, turn: number) =>
  `<g transform="translate(${x} -250) rotate(${turn})">` +
  strokeLine(p.leaf, 8, 'M0 40V-220') +
  [-40, -90, -140, -190]
    .map(
      (y, index) =>
        oval(index % 2 ? p.leaf : p.leafLight, -34, y, 38, 15, 1, 34) +
        oval(index % 2 ? p.leafLight : p.leaf, 34, y - 16, 38, 15, 1, -34),
    )
    .join('') +
  oval(p.leaf, 0, -236, 15, 32) +
  '</g>'

/** A mortar with herbs, and jars of remedies. */
export const mortar = (p: Palette): string =>
  shadow(p, 460, 24) +
  jar(p, -370, p.second, p.ink, 250) +
  jar(p, 380, p.roof, p.ink, 190) +
  sprig(p, -70, -16) +
  sprig(p, -6, 4) +
  `<g transform="rotate(30 60 -240)">${box(p.wood, 34, -560, 52, 330, 26)}${box(p.woodShade, 66, -550, 20, 310, 10)}</g>` +
  fill(p.wall, 'M-230-280H230Q226-130 120-84L110-50Q170-30 170 8H-170Q-170-30-110-50L-120-84Q-226-130-230-280Z') +
  fill(p.shade, 'M110-280H230Q226-130 120-84L110-50Q170-30 170 8H60Q110-120 110-280Z') +
  oval(p.wall, 0, -280, 250, 30) +
  oval(p.deep, 0, -280, 214, 18) +
  strokeLine(p.accent, 9, 'M-220-224Q0-190 220-224M-150-8Q0 6 150-8') +
  fill(p.second, star(0, -150, 44)) +
  fill(p.accent, star(0, -150, 22)) +
  fill(p.second, 'M-110-172l20 22l-20 22l-20-22ZM110-172l20 22l-20 22l-20-22Z')
