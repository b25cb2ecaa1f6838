import type { Palette } from '../palettes.ts'
import { arch, box, fill, strokeLine } from '../svg.ts'

const house = (p: Palette, x: number, y: number, width: number, tall: number, roof: string) =>
  box(p.wall, x, y - tall, width, tall) +
  fill(p.shade, `M${x + width * 0.72} ${y - tall}h${width * 0.28}v${tall}h-${width * 0.28}Z`) +
  fill(roof, `M${x - 16} ${y - tall}L${x + width / 2} ${y - tall - 74}L${x + width + 16} ${y - tall}Z`) +
  fill(p.glow, arch(x + width * 0.32, y - tall * 0.44, 34, 54)) +
  fill(p.deep, arch(x + width * 0.36, y, 42, tall * 0.36))

/** A stone bridge over a stream, between the houses of two banks. */
export const bridge = (p: Palette): string =>
  house(p, -430, -60, 150, 200, p.roof) +
  house(p, -310, -70, 120, 130, p.second) +
  house(p, 280, -60, 150, 190, p.roof) +
  house(p, 190, -70, 110, 130, p.accent) +
  fill(p.leaf, 'M-520-20q4-130 50-140q46 20 46 140ZM430-20q0-150 56-166q56 30 52 166Z') +
  fill(p.leafLight, 'M-520-20q4-130 50-140q-30 60-14 140ZM430-20q0-150 56-166q-30 60-16 166Z', 0.7) +
  fill(p.waterShade, 'M-200-46Q0-62 200-46V10H-200Z') +
  fill(p.water, 'M-196-10Q0-34 196-10Q250 70 400 130H-420Q-260 70-196-10Z') +
  strokeLine('#fff', 4, 'M-90 0h80m60 8h70M-170 44h120m110-6h120M-210 86h150m130 4h170', 0.55) +
  `<path fill="${p.shade}" fill-rule="evenodd" d="M-650 12C-400-14-230-278 0-278S400-14 650 12L196 16Q170-170 0-178T-196 16Z"/>` +
  fill(p.ink, 'M-196 16Q-170-170 0-178Q170-170 196 16L170 14Q140-146 0-152T-170 14Z', 0.4) +
  strokeLine(p.wall, 7, 'M-196 16Q-170-170 0-178T196 16') +
  strokeLine(
    p.deep,
    4,
    'M-470-12h80m30 12h70m-20-46h60m-80 20h50M470-12h-80m-30 12h-70m20-46h-60m80 20h-50M-200-110h50M200-110h-50M-110-176h50M110-176h-50M-30-222h60',
    0.5,
  ) +
  strokeLine(p.wall, 24, 'M-590-6C-380-40-226-284 0-284S380-40 590-6') +
  strokeLine(p.deep, 4, 'M-600 16C-380-8-226-266 0-266S380-8 600 16', 0.5) +
  [-130, 130]
    .map(
      (x) =>
        strokeLine(p.woodShade, 8, `M${x}-240V-346`) +
        fill(p.accent, `M${x - 16}-350h32l8-34l-24-20l-24 20Z`) +
        fill(p.disc, `M${x - 10}-356h20l4-24h-28Z`),
    )
    .join('')
