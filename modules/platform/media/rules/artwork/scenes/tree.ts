import { shadow } from '../landscape.ts'
import type { Palette } from '../palettes.ts'
import { box, seededRandom, disc, fill, strokeLine, oval } from '../svg.ts'

/** An old olive tree, with a stone seat around its trunk for all who come. */
export function tree(p: Palette): string {
  const random = seededRandom(7)
  const crown = [
    [-210, -350, 120],
    [200, -360, 130],
    [-110, -450, 130],
    [110, -470, 140],
    [0, -390, 150],
    [-270, -290, 74],
    [280, -290, 80],
    [10, -540, 90],
  ]
  const leaves = Array.from({ length: 40 }, () => {
    const [x = 0, y = 0, r = 0] = crown[Math.floor(random() * crown.length)] ?? []
    const [angle, reach] = [random() * 6.28, random() * r * 0.85]
    return oval(
      random() < 0.7 ? p.leafLight : p.accent,
      x + Math.cos(angle) * reach,
      y + Math.sin(angle) * reach,
      20,
      7,
      0.75,
      random() * 180,
    )
  })
  const olives = Array.from({ length: 11 }, (_, index) =>
    oval(p.roof, -250 + index * 50, -310 - ((index * 97) % 180), 11, 14),
  )
  return (
    shadow(p, 330, 30) +
    crown.map(([x = 0, y = 0, r = 0]) => disc(p.leaf, x, y, r)).join('') +
    fill(
      p.wood,
      'M-66 0Q-30-80-48-150Q-80-230-190-300L-170-318Q-60-270-30-220Q-30-300-60-380L-34-390Q0-320 8-240Q50-300 150-350L164-330Q70-260 50-170Q40-70 80 0Z',
    ) +
    fill(p.woodShade, 'M80 0Q40-70 50-170Q70-260 164-330L150-320Q40-240 20-150Q10-60 30 0Z') +
    strokeLine(p.woodShade, 5, 'M-30-20Q-6-90-20-160M-6-190Q-40-240-90-266') +
    crown
      .map(([x = 0, y = 0, r = 0], index) =>
        index < 3 || index === 7 ? disc(p.leafLight, x - r * 0.2, y - r * 0.25, r * 0.6, 0.4) : '',
      )
      .join('') +
    fill(
      p.ink,
      'M-330-280Q-200-250-60-290Q60-250 190-270Q290-240 350-270Q300-200 220-244Q120-230 60-260Q-40-220-120-244Q-260-220-330-280Z',
      0.14,
    ) +
    leaves.join('') +
    olives.join('') +
    box(p.wall, -230, -66, 460, 22, 8) +
    fill(p.shade, 'M-214-44H214V14H-214Z') +
    strokeLine(p.deep, 4, 'M-214-14H214M-140-44v30m110-30v30m110-30v30m90-30v30M-90-14v28m110-28v28m110-28v28', 0.5)
  )
}
