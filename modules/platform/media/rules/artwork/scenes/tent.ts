import { shadow } from '../landscape.ts'
import type { Palette } from '../palettes.ts'
import { box, disc, fill, strokeLine, transformed } from '../svg.ts'

/** A wide canvas tent with its door open and a lamp lit in it, and another one behind. */
export const tent = (p: Palette): string =>
  transformed(-300, -52, 0.62, canvas(p, p.shade, p.deep, p.roofShade)) +
  canvas(p, p.wall, p.shade, p.roof) +
  box(p.wood, 330, -58, 92, 62, 6) +
  strokeLine(p.woodShade, 5, 'M330-26H422M352-58V4M400-58V4') +
  fill(p.second, 'M342-58q-6-40 14-42h40q20 2 14 42Z') +
  strokeLine(p.accent, 6, 'M344-76H408')

const canvas = (p: Palette, light: string, dark: string, band: string): string =>
  shadow(p, 430, 28) +
  strokeLine(p.deep, 5, 'M-150-400L-440 12M250-400L470 4M-250-150L-396 14') +
  strokeLine(p.woodShade, 14, 'M-110-410V-440M230-410V-440') +
  // The long side, its lower edge, and the gable with its door.
  fill(dark, 'M-110-412Q60-386 230-412Q300-190 410 0H80Z') +
  fill(band, 'M-110-412Q60-386 230-412L246-368Q70-340-88-366Z') +
  fill(band, 'M404-12L410 0H80L70-22Z') +
  strokeLine(p.ink, 4, 'M10-394Q70-180 196-2M120-396Q190-180 300-2', 0.14) +
  fill(light, 'M-110-412Q-200-180-330 0H90Q-40-190-110-412Z') +
  fill(band, 'M-110-412Q-200-180-330 0H-296Q-176-180-110-356Q-46-180 58 0H90Q-40-190-110-412Z') +
  fill(p.glow, 'M-110-300Q-140-130-206 0H-16Q-80-130-110-300Z') +
  fill(p.accent, 'M-110-300Q-140-130-206 0H-110Z', 0.3) +
  disc(p.disc, -110, -142, 52, 0.6) +
  strokeLine(p.woodShade, 4, 'M-110-290V-176') +
  fill(p.roofShade, 'M-128-176H-92L-84-156L-94-112H-126L-136-156Z') +
  fill(p.disc, 'M-120-168H-100L-96-154L-102-120H-118L-124-154Z') +
  fill(light, 'M-110-300Q-96-150-16 0H26Q-70-140-110-300Z') +
  fill(p.ink, 'M-110-300Q-96-150-16 0H26Q-70-140-110-300Z', 0.12) +
  fill(band, 'M-190 2Q-110-18-24 2L-4 16H-210Z') +
  strokeLine(p.woodShade, 9, 'M-396 6v16M-440 4v16M470-4v18')
