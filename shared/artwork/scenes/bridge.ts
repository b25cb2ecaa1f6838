import type { Palette } from '../palettes.ts'
import { arch, box, fill, line } from '../svg.ts'

const house = (p: Palette, x: number, y: number, width: number, tall: number, roof: string) =>
  box(p.wall, x, y - tall, width, tall) +
  fill(p.shade, `M${x + width * 0.72} ${y - tall}h${width * 0.28}v${tall}h-${width * 0.28}Z`) +
  fill(roof, `M${x - 16} ${y - tall}L${x + width / 2} ${y - tall - 74}L${x + width + 16} ${y - tall}Z`) +
  fill(p.glow, arch(x + width * 0.32, y - tall * 0.44, 34, 54)) +
  fill(p.deep, arch(x + width * 0.36, y, 42, tall * 0.36))

/** A stone bridge between the houses of two banks. */
export const bridge = (p: Palette): string =>
  house(p, -450, -150, 150, 190, p.roof) +
  house(p, -330, -130, 120, 130, p.second) +
  house(p, 300, -150, 150, 170, p.roof) +
  house(p, 220, -130, 110, 120, p.accent) +
  fill(p.leaf, 'M-520-140q4-110 50-120q46 20 46 120ZM430-130q0-130 56-146q56 30 52 146Z') +
  fill(p.leafLight, 'M-520-140q4-110 50-120q-30 50-14 120ZM430-130q0-130 56-146q-30 60-16 146Z', 0.7) +
  fill(p.water, 'M-260 0Q-200-84 0-96T260 0L400 70H-400Z') +
  line('#fff', 4, 'M-120-40h90m60-10h70M-200 10h120m100-10h150M-90 40h200', 0.55) +
  `<path fill="${p.shade}" fill-rule="evenodd" d="M-560 0V-120Q-260-130 0-268Q260-130 560-120V0H190Q150-170 0-178T-190 0Z"/>` +
  line(p.deep, 5, 'M-190 0Q-150-170 0-178T190 0') +
  line(
    p.deep,
    4,
    'M-520-60h90m40 20h80m-70-50h110m-20 40h60M520-60h-90m-40 20h-80m70-50h-110m20 40h-60M-230-120h70M230-120h-70M-90-196h60M90-196h-60',
    0.45,
  ) +
  line(p.wall, 26, 'M-560-132Q-260-142 0-280Q260-142 560-132') +
  line(p.deep, 4, 'M-560-116Q-260-126 0-264Q260-126 560-116', 0.5) +
  [-150, 150]
    .map(
      (x) =>
        line(p.woodShade, 8, `M${x}-214V-330`) +
        fill(p.accent, `M${x - 16}-334h32l8-34l-24-20l-24 20Z`) +
        fill(p.disc, `M${x - 10}-340h20l4-24h-28Z`),
    )
    .join('') +
  fill(p.land[3], 'M-580 10Q-400-26-230 6T-180 40Q-380 60-580 50ZM580 10Q400-26 230 6T180 40Q380 60 580 50Z', 0.7)
