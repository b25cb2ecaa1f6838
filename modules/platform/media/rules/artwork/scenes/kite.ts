import type { Palette } from '../palettes.ts'
import { box, disc, fill, strokeLine, transformed } from '../svg.ts'

const diamond = (p: Palette, one: string, two: string) =>
  `<g transform="rotate(24)">` +
  strokeLine(p.wall, 6, 'M0 190Q60 250 10 320T60 440') +
  [
    [26, 262, two],
    [12, 336, one],
    [40, 404, two],
  ]
    .map(([x, y, colour]) => fill(String(colour), `M${x} ${y}l-44-24v48l88-48v48Z`))
    .join('') +
  fill(one, 'M0-190V-30H-140Z') +
  fill(two, 'M0-190L140-30H0Z') +
  fill(two, 'M-140-30H0V190Z') +
  fill(one, 'M140-30L0 190V-30Z') +
  fill(p.ink, 'M0-190L140-30L0 190Z', 0.14) +
  fill(p.wall, 'M0-92L54-30L0 44L-54-30Z') +
  fill(p.accent, 'M0-62L28-30L0 8L-28-30Z') +
  strokeLine(p.woodShade, 6, 'M0-190V190M-140-30H140') +
  '</g>'

/** Three paper kites over the fields, their strings held by a spool on a fence. */
export const kite = (p: Palette): string =>
  strokeLine(p.wall, 4, 'M0-96Q-150-190-86-440M4-96Q230-210 284-396M0-96Q-270-150-352-290', 0.9) +
  transformed(300, -390, 0.76, diamond(p, p.second, p.glow), true) +
  transformed(-370, -290, 0.6, diamond(p, p.leaf, p.accent)) +
  transformed(-80, -450, 1.15, diamond(p, p.roof, p.accent)) +
  [-210, 0, 210].map((x) => box(p.wood, x - 15, -96, 30, 110, 5) + box(p.woodShade, x + 3, -96, 12, 110, 5)).join('') +
  box(p.wood, -290, -74, 580, 20, 8) +
  box(p.wood, -300, -34, 600, 20, 8) +
  strokeLine(p.woodShade, 4, 'M-290-56H290M-300-16H300') +
  box(p.roof, -34, -122, 68, 40, 10) +
  box(p.accent, -44, -128, 14, 52, 6) +
  box(p.accent, 30, -128, 14, 52, 6) +
  disc(p.wall, 0, -102, 9)
