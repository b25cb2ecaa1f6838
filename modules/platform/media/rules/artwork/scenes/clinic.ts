import { shadow } from '../landscape.ts'
import type { Palette } from '../palettes.ts'
import { arch, box, disc, fill, strokeLine } from '../svg.ts'

const heart = (x: number, y: number, r: number) =>
  `M${x} ${y + r}C${x - r * 1.5} ${y} ${x - r} ${y - r} ${x - r * 0.5} ${y - r}Q${x - r * 0.1} ${y - r} ${x} ${y - r * 0.5}Q${x + r * 0.1} ${y - r} ${x + r * 0.5} ${y - r}C${x + r} ${y - r} ${x + r * 1.5} ${y} ${x} ${y + r}Z`

/** A clinic with a heart over its door, and its ambulance. */
export const clinic = (p: Palette): string =>
  shadow(p, 470, 26) +
  box(p.wall, -400, -300, 520, 300) +
  fill(p.shade, 'M120-300H190V0H120Z') +
  box(p.wall, -250, -420, 250, 140) +
  fill(p.shade, 'M0-420H40V-300H0Z') +
  box(p.roof, -264, -438, 316, 26, 6) +
  box(p.roof, -416, -316, 620, 26, 6) +
  disc(p.roof, -125, -354, 50) +
  fill(p.wall, heart(-125, -352, 26)) +
  fill(p.deep, arch(-125, 0, 120, 186)) +
  fill(p.glow, arch(-125, 0, 100, 170)) +
  strokeLine(p.deep, 6, 'M-125-168V0M-176-90H-74') +
  fill(p.second, 'M-222-196H-28L-8-160H-242Z') +
  fill(p.wall, 'M-188-196h36l-8 36h-40ZM-118-196h34l10 36h-42ZM-52-196h24l20 36h-28Z', 0.9) +
  [-326, 40]
    .map(
      (x) =>
        fill(p.deep, arch(x, -92, 96, 150)) +
        fill(p.glow, arch(x, -98, 78, 132)) +
        strokeLine(p.deep, 5, `M${x}-220V-98M${x - 38}-150H${x + 38}`) +
        box(p.accent, x - 58, -92, 116, 14, 4),
    )
    .join('') +
  fill(
    p.leaf,
    'M-386-78h120v-14q-20-24-38-4q-20-26-42 0q-20-18-40 18ZM-20-78h120v-14q-20-24-38-4q-20-26-42 0q-20-18-40 18Z',
  ) +
  box(p.shade, -420, -14, 640, 20) +
  ambulance(p) +
  fill(p.leaf, 'M-480 6q-8-84 40-92q52 8 46 92Z') +
  fill(p.leafLight, 'M-480 6q-8-84 40-92q-24 36-8 92Z', 0.7)

const ambulance = (p: Palette): string =>
  `<g transform="translate(348 16)">` +
  fill(p.ink, 'M-186 0H200L190 16H-180Z', 0.25) +
  box(p.accent, -70, -222, 56, 24, 10) +
  fill(p.wall, 'M-176-200H70Q112-200 132-130L188-104Q196-100 196-86V-24H-176Z') +
  fill(p.shade, 'M-176-66H196V-24H-176Z') +
  box(p.roof, -176, -96, 372, 26) +
  fill(p.water, 'M66-182Q98-180 116-126H34V-182Z') +
  fill('#fff', 'M46-174h14l-14 40Z', 0.5) +
  fill(p.roof, heart(-80, -142, 30)) +
  box(p.glow, 174, -92, 22, 22, 6) +
  [-100, 116].map((x) => disc(p.ink, x, -20, 40) + disc(p.shade, x, -20, 18)).join('') +
  '</g>'
