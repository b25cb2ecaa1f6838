import { shadow } from '../landscape.ts'
import type { Palette } from '../palettes.ts'
import { box, disc, fill, strokeLine, star } from '../svg.ts'

const page = (p: Palette, paper: string) =>
  fill(paper, 'M0-318C-70-372-190-384-330-346V-128C-190-164-70-152 0-96Z') +
  fill('none', '') +
  strokeLine(p.accent, 7, 'M-30-304C-90-342-190-350-302-322V-158C-190-184-90-172-30-138Z') +
  strokeLine(p.second, 4, 'M-48-286C-100-318-190-328-286-304V-178C-190-200-100-192-48-166Z')

/** An open book with illuminated pages on a folding stand, and closed ones beside it. */
export const book = (p: Palette): string =>
  shadow(p, 380, 22) +
  fill(p.wood, 'M-190 0L-250 0L150-236L214-200Z') +
  fill(p.woodShade, 'M-190 0L-214 0L182-218L214-200Z') +
  fill(p.wood, 'M190 0L250 0L-150-236L-214-200Z') +
  fill(p.woodShade, 'M250 0L226 0L-176-222L-150-236Z') +
  disc(p.accent, 0, -118, 22) +
  disc(p.woodShade, 0, -118, 10) +
  fill(
    p.roof,
    'M0-292C-80-350-200-366-356-328V-96C-200-138-80-130 0-66C80-130 200-138 356-96V-328C200-366 80-350 0-292Z',
  ) +
  fill(
    p.shade,
    'M0-304C-70-358-190-372-340-334V-112C-190-150-70-140 0-80C70-140 190-150 340-112V-334C190-372 70-358 0-304Z',
  ) +
  page(p, p.wall) +
  `<g transform="scale(-1 1)">${page(p, p.wall)}</g>` +
  fill(p.ink, 'M0-318C14-330 30-338 54-346V-134C30-124 14-110 0-96Z', 0.16) +
  fill(p.accent, star(-168, -252, 46)) +
  fill(p.roof, star(-168, -252, 24)) +
  fill(p.accent, star(168, -252, 46)) +
  fill(p.roof, star(168, -252, 24)) +
  strokeLine(p.roof, 12, 'M-6-306Q10-200 0-80Q-6-40 20 8') +
  [
    [p.second, 0, 250],
    [p.accent, -44, 226],
    [p.roof, -84, 196],
  ]
    .map(([colour, y, width]) => {
      const [top, wide] = [Number(y) - 40, Number(width)]
      return (
        box(String(colour), 330, top, wide, 40, 8) +
        box(p.wall, 346, top + 8, wide - 16, 24) +
        box(String(colour), 330, top, 46, 40, 8) +
        strokeLine(p.glow, 4, `M348 ${top + 6}v28`)
      )
    })
    .join('')
