import { shadow } from '../landscape.ts'
import type { Palette } from '../palettes.ts'
import { arch, box, fill, strokeLine, oval, star } from '../svg.ts'

/** A public fountain of tiles and stone, its water free for all. */
export const fountain = (p: Palette): string =>
  shadow(p, 400, 30) +
  fill(p.wall, 'M-250 0V-470H250V0Z') +
  fill(p.shade, 'M206-470H250V0H206Z') +
  fill(p.roof, 'M-340-470Q0-560 340-470L308-436H-308Z') +
  fill(p.roofShade, 'M-308-436H308L290-416H-290Z') +
  fill(p.roof, 'M-110-512Q-100-580 0-610Q100-580 110-512Q0-536-110-512Z') +
  fill(p.roofShade, 'M0-610Q100-580 110-512Q60-526 20-528Z', 0.5) +
  strokeLine(p.accent, 7, 'M0-612v-30') +
  box(p.accent, -250, -416, 500, 14) +
  fill(p.accent, arch(0, -90, 348, 310)) +
  fill(p.second, arch(0, -90, 320, 290)) +
  strokeLine(p.wall, 3, `${star(0, -256, 70, 12)}${star(0, -256, 44)}M-150-150H150M-150-200H-90M150-200H90`, 0.6) +
  fill(p.wall, star(0, -256, 26)) +
  box(p.accent, -22, -196, 44, 26, 8) +
  strokeLine(p.disc, 15, 'M0-164V-62', 0.9) +
  strokeLine(p.water, 5, 'M4-160V-70') +
  fill(p.shade, 'M-330-96H330L290 20H-290Z') +
  fill(p.ink, 'M120-96H330L290 20H130Z', 0.12) +
  oval(p.wall, 0, -96, 350, 34) +
  oval(p.water, 0, -94, 316, 22) +
  strokeLine('#fff', 4, 'M-60-94h120M-120-86h60m130 0h60M-30-102h60', 0.7) +
  fill(p.roof, star(0, -26, 30)) +
  strokeLine(p.accent, 6, 'M-250-26H-60M250-26H60') +
  jug(p)

const jug = (p: Palette): string =>
  fill(p.roof, 'M-430 14Q-500-40-462-104Q-446-124-450-150H-396Q-400-124-384-104Q-346-40-416 14Z') +
  fill(p.roofShade, 'M-400 14Q-370-40-404-150H-396Q-400-124-384-104Q-346-40-416 14Z') +
  box(p.accent, -456, -162, 66, 16, 6) +
  strokeLine(p.roof, 11, 'M-398-140q50 6 30 60') +
  strokeLine(p.accent, 5, 'M-472-70Q-424-56-376-70')
