import { shadow } from '../landscape.ts'
import type { Palette } from '../palettes.ts'
import { box, disc, fill, strokeLine, star } from '../svg.ts'

/** An upright loom with a carpet half woven, and wool in a basket. */
export const loom = (p: Palette): string => {
  const warp = Array.from({ length: 21 }, (_, index) => `M${-200 + index * 20}-520V-260`).join('')
  const teeth = Array.from({ length: 10 }, (_, index) => `M${-200 + index * 40}-270l20-22l20 22Z`).join('')
  const diamonds = [-160, -80, 80, 160]
    .map((x) => `M${x}-236l26 30l-26 30l-26-30ZM${x}-126l26 30l-26 30l-26-30Z`)
    .join('')
  return (
    shadow(p, 340, 24) +
    strokeLine(p.wall, 5, warp) +
    fill(p.roof, 'M-206-270H206V-40H-206Z') +
    fill(p.roof, teeth) +
    strokeLine(p.accent, 8, 'M-190-254H190V-52H-190Z') +
    fill(p.wall, diamonds) +
    fill(p.second, diamonds.replaceAll('l26 30l-26 30l-26-30Z', 'm0 14l14 16l-14 16l-14-16Z')) +
    fill(p.accent, star(0, -152, 76)) +
    fill(p.second, star(0, -152, 56)) +
    fill(p.wall, star(0, -152, 28)) +
    box(p.wood, -270, -570, 40, 580, 8) +
    box(p.wood, 230, -570, 40, 580, 8) +
    box(p.woodShade, -242, -570, 12, 580, 4) +
    box(p.woodShade, 258, -570, 12, 580, 4) +
    box(p.wood, -300, -548, 600, 38, 16) +
    box(p.wood, -300, -52, 600, 34, 14) +
    strokeLine(p.woodShade, 5, 'M-290-518H290M-290-26H290') +
    box(p.accent, -240, -330, 480, 16, 8) +
    disc(p.second, 372, -104, 44) +
    disc(p.roof, 444, -112, 46) +
    disc(p.accent, 406, -146, 42) +
    strokeLine(p.wall, 4, 'M346-118q30-24 56 10M418-130q30-16 52 10M380-160q26-20 50 8', 0.7) +
    fill(p.wood, 'M312-92H504L482 12H334Z') +
    strokeLine(p.woodShade, 6, 'M312-92H504M318-62H498M326-30H490M350-90l14 100M408-90v100M466-90l-14 100') +
    strokeLine(p.second, 6, 'M344-96Q300-60 296-10Q290 20 250 16')
  )
}
