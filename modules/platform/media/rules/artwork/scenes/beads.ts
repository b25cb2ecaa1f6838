import { shadow } from '../landscape.ts'
import type { Palette } from '../palettes.ts'
import { arch, box, disc, fill, strokeLine, formatPixels, star } from '../svg.ts'

/** Prayer beads that hang in a niche over a rolled rug. */
export function beads(p: Palette): string {
  const count = 33
  const loop = Array.from({ length: count }, (_, index) => {
    const turn = ((index + 0.5) / count) * Math.PI * 2
    const x = Math.sin(turn) * 122 * (1 - 0.34 * Math.cos(turn))
    const y = -318 - Math.cos(turn) * 170
    const colour = index % 11 === 0 ? p.wall : p.accent
    return disc(colour, x, y, 19) + disc('#fff', x - 6, y - 6, 5, 0.55)
  })
  const fringe = Array.from({ length: 9 }, (_, index) => `M0-66L${formatPixels(-32 + index * 8)} 0`)
  return (
    shadow(p, 330, 22) +
    fill(p.shade, arch(22, 0, 500, 600)) +
    fill(p.wall, arch(0, 0, 500, 600)) +
    fill(p.accent, arch(0, 0, 424, 560)) +
    fill(p.second, arch(0, 0, 396, 536)) +
    fill(p.ink, arch(0, 0, 396, 536), 0.32) +
    strokeLine(p.accent, 3, `${star(0, -320, 76, 12)}${star(0, -320, 46)}`, 0.55) +
    loop.join('') +
    disc(p.accent, 0, -494, 16) +
    fill(p.accent, 'M0-150q24 26 12 70h-24q-12-44 12-70Z') +
    strokeLine(p.accent, 5, fringe.join('')) +
    box(p.roof, -22, -82, 44, 18, 6) +
    box(p.roof, -290, -10, 580, 30, 8) +
    rug(p)
  )
}

const rug = (p: Palette): string =>
  box(p.roof, 120, -92, 300, 104, 50) +
  box(p.roofShade, 120, -40, 300, 52, 26) +
  fill(p.accent, 'M182-92h18V12h-18ZM338-92h18V12h-18Z') +
  fill(p.wall, star(270, -40, 38)) +
  fill(p.second, star(270, -40, 20)) +
  disc(p.wall, 404, -40, 44) +
  disc(p.roof, 404, -40, 36) +
  strokeLine(p.wall, 6, 'M404-40m-8 0a8 8 0 0 1 18 0a18 18 0 0 1-34 2a24 24 0 0 1 46-14')
