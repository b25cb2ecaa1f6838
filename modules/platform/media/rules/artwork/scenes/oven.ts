import { shadow } from '../landscape.ts'
import type { Palette } from '../palettes.ts'
import { arch, box, disc, fill, strokeLine, oval } from '../svg.ts'

const bread = (p: Palette, x: number, y: number, r: number) =>
  oval(p.woodShade, x, y + 7, r, r * 0.36, 0.5) +
  oval(p.bread, x, y, r, r * 0.36) +
  oval(p.glow, x, y - 5, r * 0.86, r * 0.27) +
  strokeLine(
    p.bread,
    4,
    `M${x - r * 0.5} ${y - 8}l${r * 0.3} 10m${r * 0.1}-16l${r * 0.3} 14m${r * 0.08}-14l${r * 0.24} 8`,
  )

/** A domed clay oven with a fire in it, wood, and bread beside it. */
export const oven = (p: Palette): string =>
  shadow(p, 380, 30) +
  strokeLine(p.wall, 26, 'M96-500Q60-560 110-610T100-720', 0.4) +
  fill(p.shade, 'M66-352H136V-470H66Z') +
  fill(p.deep, 'M112-352H136V-470H112Z', 0.7) +
  box(p.roof, 54, -492, 94, 28, 8) +
  fill(p.wall, 'M-292 0V-130C-300-310-150-420 0-420S300-310 292-130V0Z') +
  fill(p.shade, 'M292 0V-130C300-310 150-420 0-420Q200-320 186 0Z') +
  strokeLine(p.shade, 6, 'M-250-200Q-220-290-150-340M-262-120l2-34') +
  fill(p.roof, arch(0, -70, 330, 270)) +
  fill(p.roofShade, arch(0, -70, 290, 236)) +
  fill(p.ink, arch(0, -70, 254, 204)) +
  fill(p.accent, 'M-92-72Q-104-140-62-178Q-58-146-40-140Q-34-210 10-240Q8-190 36-166Q48-176 46-196Q100-140 88-72Z') +
  fill(p.glow, 'M-56-72Q-62-116-36-138Q-30-112-16-114Q-8-160 14-180Q16-136 36-122Q62-104 52-72Z') +
  fill(p.shade, 'M-330-78H330V0Q330 18 312 18H-312Q-330 18-330 0Z') +
  strokeLine(
    p.deep,
    4,
    'M-330-30H330M-200-76v44m150-44v44m150-44v44m140-44v44M-270-28v44m150-44v44m150-44v44m150-44v44',
    0.5,
  ) +
  box(p.wall, -344, -92, 688, 22, 10) +
  [
    [-440, 0],
    [-372, 0],
    [-406, -58],
  ]
    .map(
      ([x = 0, y = 0]) =>
        disc(p.woodShade, x, y - 14, 36) + disc(p.wood, x, y - 14, 28) + disc(p.glow, x, y - 14, 12, 0.4),
    )
    .join('') +
  box(p.wood, 330, -26, 230, 18, 6) +
  box(p.woodShade, 352, -8, 20, 34) +
  box(p.woodShade, 516, -8, 20, 34) +
  bread(p, 390, -44, 62) +
  bread(p, 500, -44, 62) +
  bread(p, 446, -74, 62)
