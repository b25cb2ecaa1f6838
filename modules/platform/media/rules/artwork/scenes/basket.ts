import { shadow } from '../landscape.ts'
import type { Palette } from '../palettes.ts'
import { fill, strokeLine, oval } from '../svg.ts'

const loaf = (p: Palette, x: number, y: number, turn: number) =>
  `<g transform="translate(${x} ${y}) rotate(${turn})">` +
  oval(p.woodShade, 0, 0, 122, 92) +
  oval(p.bread, 0, 0, 116, 86) +
  oval(p.glow, -8, -10, 92, 64, 0.7) +
  strokeLine(p.woodShade, 6, 'M-56-30L20 36M-20-50L56 16M-56 30L20-44M-10 56L60-16', 0.55) +
  '</g>'

/** A basket of bread, a bowl of dates and a jug: a table for guests. */
export const basket = (p: Palette): string =>
  shadow(p, 470, 24) +
  jug(p) +
  loaf(p, -140, -270, -24) +
  loaf(p, 90, -290, 18) +
  loaf(p, -20, -330, -4) +
  fill(p.second, 'M-270-214Q-200-290-120-214L-150-130H-240ZM250-214Q190-296 80-214L110-130H220Z') +
  fill(p.wood, 'M-272-220Q0-170 272-220L216 8H-216Z') +
  fill(p.woodShade, 'M90-190Q200-200 272-220L216 8H120Z', 0.6) +
  strokeLine(
    p.woodShade,
    7,
    'M-258-166Q0-118 258-166M-246-114Q0-70 246-114M-232-62Q0-22 232-62M-180-200L-140 6M-90-190L-70 6M0-186V6M90-190L70 6M180-200L140 6',
  ) +
  strokeLine(p.accent, 22, 'M-276-218Q0-166 276-218') +
  bowl(p)

const bowl = (p: Palette): string =>
  [
    [300, -96],
    [352, -108],
    [404, -98],
    [326, -128],
    [378, -132],
    [352, -156],
  ]
    .map(
      ([x = 0, y = 0], index) =>
        oval(p.roofShade, x, y, 33, 20, 1, index * 40 - 60) + oval(p.glow, x - 8, y - 6, 9, 5, 0.4, index * 40 - 60),
    )
    .join('') +
  fill(p.wall, 'M244-92Q352-66 460-92Q440 0 390 8H314Q264 0 244-92Z') +
  fill(p.shade, 'M390-78Q430-82 460-92Q440 0 390 8H350Q392-20 390-78Z') +
  strokeLine(p.second, 9, 'M262-54Q352-28 442-54') +
  fill(p.roof, 'M300-30l16 14l16-14l16 16l16-14l16 14l16-16l-12 22h-72Z')

const jug = (p: Palette): string =>
  fill(p.roof, 'M-430 8Q-520-70-470-190Q-436-250-446-330H-366Q-376-250-342-190Q-292-70-382 8Z') +
  fill(p.roofShade, 'M-382 8Q-330-80-372-200Q-392-260-384-330H-366Q-376-250-342-190Q-292-70-382 8Z', 0.7) +
  fill(p.roof, 'M-460-360Q-406-340-340-368L-362-320H-450Z') +
  strokeLine(p.roof, 18, 'M-362-318Q-270-320-318-190') +
  strokeLine(p.accent, 9, 'M-482-130Q-406-100-330-130M-488-90Q-406-58-324-90') +
  fill(p.accent, 'M-460-104l18-18l18 20l18-18l18 18l18-20l18 18l-18 22l-18-12l-18 14l-18-14l-18 12Z')
