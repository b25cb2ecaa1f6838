import type { Palette } from '../palettes.ts'
import { box, disc, fill, strokeLine, star } from '../svg.ts'

/** A dhow under full sail, with sacks and crates on deck. */
export const ship = (p: Palette): string =>
  strokeLine(p.woodShade, 16, 'M30-110V-540') +
  strokeLine(p.woodShade, 11, 'M-250-190L210-590M250-120V-350M170-196L350-390') +
  fill(p.wall, 'M-244-190Q-60-400 206-584Q250-350 170-150Q-40-130-244-190Z') +
  fill(p.shade, 'M206-584Q250-350 170-150Q130-146 90-145Q190-340 206-584Z') +
  strokeLine(p.roof, 20, 'M-150-270Q20-196 206-270M-66-356Q80-300 226-360') +
  fill(p.accent, star(64, -232, 0)) +
  fill(p.accent, 'M34-540L130-566L34-596Z') +
  fill(p.glow, 'M174-200Q240-310 346-384Q366-260 326-150Q250-150 174-200Z') +
  fill(p.accent, 'M346-384Q366-260 326-150Q306-150 290-152Q340-270 346-384Z', 0.6) +
  strokeLine(p.woodShade, 3, 'M30-540L-330-140M30-540L330-130') +
  [
    [-190, -136],
    [-120, -136],
    [-156, -188],
  ]
    .map(
      ([x = 0, y = 0]) =>
        fill(p.glow, `M${x - 40} ${y + 40}q-10-60 24-66h32q34 6 24 66Z`) +
        strokeLine(p.accent, 6, `M${x - 12} ${y - 24}h24`),
    )
    .join('') +
  box(p.wood, -60, -162, 74, 66, 4) +
  strokeLine(p.woodShade, 5, 'M-60-162L14-96M14-162L-60-96') +
  fill(p.wood, 'M-400-150Q-370-90-340-104H300L360-196Q400-190 398-170Q350 0 230 44H-220Q-330 20-400-150Z') +
  fill(p.woodShade, 'M-352-66Q-300 20-220 44H230Q290 20 334-66Z') +
  strokeLine(p.accent, 12, 'M-372-96Q-356-76-330-74H330Q346-80 362-108') +
  strokeLine(p.wall, 6, 'M-318-40H314') +
  [-200, -100, 0, 100, 200].map((x) => disc(p.accent, x, -12, 12)).join('') +
  fill('#fff', 'M-300 40q30-24 70 0q40-26 90 0q60-26 110 0q60-26 110 0q60-26 110 0q50-22 90 2v22H-300Z', 0.5)
