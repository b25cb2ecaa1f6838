import { shadow } from '../landscape.ts'
import type { Palette } from '../palettes.ts'
import { arch, box, disc, fill, strokeLine, formatPixels, star } from '../svg.ts'

const finial = (p: Palette, x: number, y: number) =>
  strokeLine(p.accent, 7, `M${x} ${y}v-58`) + disc(p.accent, x, y - 10, 12) + disc(p.accent, x, y - 34, 8)

const dome = (p: Palette, x: number, y: number, r: number) => {
  const outline = (side: number) =>
    `M${x} ${formatPixels(y - r * 1.42)}C${formatPixels(x + r * 0.3 * side)} ${formatPixels(y - r * 1.14)} ${formatPixels(x + r * 1.14 * side)} ${formatPixels(y - r * 0.96)} ${formatPixels(x + r * 1.06 * side)} ${formatPixels(y - r * 0.36)}Q${formatPixels(x + r * 1.02 * side)} ${formatPixels(y - r * 0.12)} ${formatPixels(x + r * 0.9 * side)} ${y}H${x}Z`
  return (
    finial(p, x, y - r * 1.36) +
    fill(p.roof, outline(-1)) +
    fill(p.roof, outline(1)) +
    fill(p.roofShade, outline(1), 0.55) +
    strokeLine(
      p.accent,
      4,
      `M${formatPixels(x - r * 0.5)} ${y - 6}Q${formatPixels(x - r * 0.62)} ${formatPixels(y - r * 0.8)} ${x} ${formatPixels(y - r * 1.36)}M${x} ${y - 6}V${formatPixels(y - r * 1.36)}M${formatPixels(x + r * 0.5)} ${y - 6}Q${formatPixels(x + r * 0.62)} ${formatPixels(y - r * 0.8)} ${x} ${formatPixels(y - r * 1.36)}`,
      0.5,
    )
  )
}

const minaret = (p: Palette, x: number) =>
  finial(p, x, -560) +
  fill(p.roof, `M${x}-584L${x + 34}-500H${x - 34}Z`) +
  fill(p.roofShade, `M${x}-584L${x + 34}-500H${x}Z`, 0.6) +
  box(p.wall, x - 26, -502, 52, 70) +
  fill(p.deep, arch(x, -440, 24, 46)) +
  box(p.accent, x - 44, -438, 88, 18, 4) +
  box(p.wall, x - 32, -420, 64, 420) +
  fill(p.shade, `M${x + 8}-502H${x + 26}V-438H${x + 8}ZM${x + 8}-420H${x + 32}V0H${x + 8}Z`) +
  box(p.accent, x - 40, -262, 80, 14, 4) +
  fill(p.deep, arch(x, -320, 20, 50) + arch(x, -160, 20, 50))

/** A mosque with a great dome between two minarets. */
export const mosque = (p: Palette): string =>
  shadow(p, 420, 24) +
  minaret(p, -330) +
  minaret(p, 330) +
  dome(p, 0, -290, 150) +
  box(p.wall, -160, -296, 320, 60) +
  fill(p.shade, 'M60-296H160V-236H60Z') +
  fill(p.deep, [-120, -72, -24, 24, 72, 120].map((x) => arch(x, -244, 22, 40)).join('')) +
  dome(p, -210, -218, 52) +
  dome(p, 210, -218, 52) +
  box(p.wall, -286, -226, 572, 226) +
  fill(p.shade, 'M200-226H286V0H200Z') +
  box(p.accent, -296, -236, 592, 18, 4) +
  box(p.wall, -112, -262, 224, 262) +
  box(p.accent, -120, -272, 240, 16, 4) +
  strokeLine(p.accent, 6, 'M-98 0V-242H98V0') +
  fill(p.second, arch(0, 0, 160, 226)) +
  fill(p.accent, star(0, -154, 26)) +
  fill(p.ink, arch(0, 0, 96, 130)) +
  fill(p.glow, arch(0, 0, 76, 112)) +
  [-240, -166, 166, 240].map((x) => fill(p.deep, arch(x, -50, 48, 112)) + fill(p.glow, arch(x, -56, 34, 94))).join('') +
  fill(p.shade, 'M-310-12H310V4H-310ZM-150 4H150L176 22H-176Z')
