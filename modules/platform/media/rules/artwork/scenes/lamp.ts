import { shadow } from '../landscape.ts'
import type { Palette } from '../palettes.ts'
import { arch, box, disc, fill, strokeLine, transformed, star } from '../svg.ts'

/** A tall lantern with glass in a lattice and its light on, and a small one beside it. */
export const lamp = (p: Palette): string =>
  `<radialGradient id="g"><stop stop-color="${p.glow}" stop-opacity=".75"/><stop offset="1" stop-color="${p.glow}" stop-opacity="0"/></radialGradient>` +
  disc('url(#g)', 0, -230, 480) +
  transformed(300, 6, 0.5, lantern(p, p.second)) +
  lantern(p, p.roof)

const lantern = (p: Palette, metal: string): string =>
  shadow(p, 220, 22) +
  strokeLine(p.accent, 12, 'M0-560m-40 0a40 40 0 1 1 80 0a40 40 0 1 1-80 0') +
  disc(p.accent, 0, -508, 18) +
  fill(metal, 'M0-508Q22-450 96-420Q136-400 132-360H-132Q-136-400-96-420Q-22-450 0-508Z') +
  fill(p.ink, 'M0-508Q22-450 96-420Q136-400 132-360H60Q66-440 0-508Z', 0.28) +
  strokeLine(p.accent, 6, 'M-40-376q-8-50 40-112q48 62 40 112') +
  box(p.accent, -156, -366, 312, 24, 10) +
  fill(p.glow, 'M-136-342H136L112-84H-112Z') +
  fill(p.disc, 'M-60-342H60L48-84H-48Z', 0.8) +
  fill(p.accent, `${star(0, -214, 60)}M-98-180l24-34l-20-34l-10 34ZM98-180l-24-34l20-34l10 34Z`, 0.8) +
  fill('#fff', 'M0-282Q44-220 30-184Q18-158 0-158T-30-184Q-44-220 0-282Z', 0.9) +
  strokeLine(metal, 9, 'M-60-342L-48-84M60-342L48-84') +
  strokeLine(
    metal,
    7,
    'M-124-214L-94-342M-56-270L-124-214L-52-140M-124-214L-112-84M124-214L94-342M56-270L124-214L52-140',
  ) +
  strokeLine(metal, 14, 'M-136-342L-112-84M136-342L112-84') +
  box(p.accent, -134, -98, 268, 24, 10) +
  fill(metal, 'M-118-74H118Q124-40 172-14V6H-172V-14Q-124-40-118-74Z') +
  fill(p.ink, 'M40-74H118Q124-40 172-14V6H60Z', 0.28) +
  fill(p.glow, `${arch(-70, -8, 34, 44)}${arch(0, -8, 34, 44)}${arch(70, -8, 34, 44)}`) +
  box(p.accent, -180, 0, 360, 16, 8)
