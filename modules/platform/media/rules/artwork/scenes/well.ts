import { shadow } from '../landscape.ts'
import type { Palette } from '../palettes.ts'
import { box, fill, strokeLine, formatPixels, oval } from '../svg.ts'

/** A stone well with a tiled roof, a rope and a bucket. */
export function well(p: Palette): string {
  const stones = [0, 1, 2].map((row) =>
    Array.from({ length: 6 }, (_, index) => {
      const x = -196 + index * 70 + (row % 2) * 28
      const y = -158 + row * 58 + (1 - ((x + 32) / 200) ** 2) * 36
      return box(
        (index + row) % 3 ? p.wall : p.shade,
        Math.max(x, -196),
        y,
        Math.min(x + 60, 196) - Math.max(x, -196),
        44,
        14,
      )
    }).join(''),
  )
  const tiles = [0, 1, 2].map((row) =>
    Array.from({ length: 9 + row }, (_, index) => {
      const width = 420 + row * 44
      const step = width / (9 + row)
      return `M${formatPixels(-width / 2 + index * step)} ${-520 + row * 46}q${formatPixels(step / 2)} 46 ${formatPixels(step)} 0`
    }).join(''),
  )
  return (
    shadow(p, 280, 30) +
    fill(p.deep, 'M-204-190V0Q-190 56 0 60T204 0V-190Z') +
    stones.join('') +
    fill(p.ink, 'M60-190H204V0Q190 40 60 56Z', 0.16) +
    oval(p.wall, 0, -190, 222, 54) +
    oval(p.deep, 0, -190, 176, 38) +
    oval(p.water, 0, -178, 156, 24) +
    strokeLine('#fff', 4, 'M-96-180h60m40 10h76', 0.5) +
    box(p.wood, -204, -470, 30, 292) +
    box(p.wood, 174, -470, 30, 292) +
    box(p.woodShade, -182, -470, 8, 286) +
    box(p.woodShade, 196, -470, 8, 292) +
    strokeLine(p.woodShade, 22, 'M-232-372H236') +
    strokeLine(p.wood, 10, 'M236-372V-318H268') +
    strokeLine(p.accent, 5, 'M-40-384v24m14-24v24m14-24v24m14-24v24m14-24V-290') +
    strokeLine(p.accent, 5, 'M-26-252Q16-330 58-252') +
    fill(p.wood, 'M-30-256H62L50-178H-18Z') +
    fill(p.woodShade, 'M28-256H62L50-178H24Z') +
    strokeLine(p.accent, 7, 'M-27-236H59M-22-200H54') +
    fill(p.roof, 'M-200-566H200L292-428H-292Z') +
    fill(p.roofShade, 'M80-566H200L292-428H150Z', 0.45) +
    strokeLine(p.roofShade, 5, tiles.join(''), 0.7) +
    fill(p.roofShade, 'M-292-428H292V-408H-292Z') +
    box(p.roofShade, -214, -578, 428, 20, 10)
  )
}
