import type { Palette } from './palettes.ts'
import { box, seededRandom, disc, fill, strokeLine, formatPixels, oval, star } from './svg.ts'

/** A picture is 1600 by 900. */
export const width = 1600
export const height = 900

/** Sky in three colours, with a fine lattice around the sun that fades to the edges. */
export function sky(p: Palette, sun: { readonly x: number; readonly y: number }, hasLattice: boolean): string {
  const gradient = `<linearGradient id="s" x2="0" y2="1">${[0, 0.45, 0.85].map((offset, index) => `<stop offset="${offset}" stop-color="${p.sky[index]}"/>`).join('')}</linearGradient>`
  const ground = `<rect width="${width}" height="${height}" fill="url(#s)"/>`
  if (!hasLattice) return `<defs>${gradient}</defs>${ground}`
  const size = 150
  const lattice = strokeLine(
    '#fff',
    2.5,
    `${star(size / 2, size / 2, size / 2)}M0 0L34 34M${size} 0L116 34M0 ${size}L34 116M${size} ${size}L116 116`,
  )
  return (
    `<defs>${gradient}<pattern id="l" width="${size}" height="${size}" patternUnits="userSpaceOnUse">${lattice}</pattern>` +
    `<radialGradient id="f" cx="${formatPixels(sun.x / width)}" cy="${formatPixels(sun.y / height)}" r=".6"><stop offset=".2" stop-color="#fff"/><stop offset="1" stop-color="#000"/></radialGradient><mask id="m"><rect width="${width}" height="${height}" fill="url(#f)"/></mask></defs>` +
    `${ground}<rect width="${width}" height="${height}" fill="url(#l)" opacity=".3" mask="url(#m)"/>`
  )
}

/** Sun or moon: plain in a halo, in rings, or with a star of twelve points. */
export function sun(p: Palette, x: number, y: number, r: number, look: 'halo' | 'rings' | 'star'): string {
  const body = disc(p.disc, x, y, r)
  if (look === 'halo') return disc(p.disc, x, y, r * 1.45, 0.22) + disc(p.disc, x, y, r * 1.2, 0.3) + body
  if (look === 'rings')
    return (
      [1.3, 1.6, 1.95]
        .map(
          (scale, index) =>
            `<circle cx="${x}" cy="${y}" r="${formatPixels(r * scale)}" fill="none" stroke="${p.disc}" stroke-width="${7 - index * 2}" opacity=".${6 - index * 1}"/>`,
        )
        .join('') + body
    )
  return disc(p.disc, x, y, r * 1.3, 0.25) + body + strokeLine(p.sky[1], 4, star(x, y, r * 0.8, 12), 0.55)
}

/** A ridge through points that are evenly spaced, down to the foot of the picture. */
function ridge(points: readonly number[]): string {
  const step = width / (points.length - 1)
  const curves = points.slice(1).map((y, index) => {
    const middle = (index + 0.5) * step
    return `C${formatPixels(middle)} ${points[index]} ${formatPixels(middle)} ${y} ${formatPixels((index + 1) * step)} ${y}`
  })
  return `M0 ${height}V${points[0]}${curves.join('')}V${height}Z`
}

export const hills = (p: Palette, layers: readonly (readonly number[])[]): string =>
  layers
    .map((points, index) => {
      const d = ridge(points)
      return strokeLine('#fff', 5, d, 0.14) + fill(p.land[index] ?? p.land[3], d)
    })
    .join('')

/** Far mountains with a lit side. */
export function mountains(p: Palette): string {
  const peaks = [
    [180, 330, 380],
    [560, 250, 430],
    [980, 310, 420],
    [1390, 240, 440],
  ] as const
  return peaks
    .map(
      ([x, top, half]) =>
        fill(
          p.land[0],
          `M${x - half} 660L${x - half * 0.3} ${top + 90}L${x} ${top}L${x + half * 0.42} ${top + 130}L${x + half} 660Z`,
        ) +
        fill(
          '#fff',
          `M${x} ${top}L${x - half * 0.3} ${top + 90}L${x - half * 0.55} 520L${x - half * 0.18} ${top + 150}L${x - 20} ${top + 210}L${x + 30} ${top + 110}Z`,
          0.28,
        ),
    )
    .join('')
}

/** Sweeping dunes, each with a shaded side. */
export const dunes = (p: Palette): string =>
  fill(p.land[0], 'M0 560Q330 470 640 560T1240 530Q1440 500 1600 560V900H0Z') +
  fill(p.land[1], 'M0 640Q220 610 480 660Q900 500 1180 540Q1420 580 1600 660V900H0Z') +
  fill(p.land[2], 'M1180 540Q1060 640 820 700L1600 800V660Q1420 580 1180 540Z', 0.35) +
  fill(p.land[2], 'M0 740Q420 650 800 730T1600 700V900H0Z') +
  fill(p.land[3], 'M0 830Q300 780 640 850Q1100 930 1600 800V900H0Z')

/** Furrows that run to the horizon. */
export function rows(p: Palette): string {
  const furrows = Array.from({ length: 13 }, (_, index) => {
    const foot = -1500 + index * 380
    return `M${formatPixels(1040 + (foot - 800) * 0.12)} 640L${foot} 900H${foot + 170}L${formatPixels(1040 + (foot + 170 - 800) * 0.12)} 640Z`
  })
  return (
    hills(p, [[540, 500, 560, 520, 545]]) +
    fill(p.land[1], 'M0 600Q800 560 1600 610V900H0Z') +
    fill(p.land[2], 'M0 650Q800 620 1600 655V900H0Z') +
    fill(p.land[3], furrows.join(''), 0.5)
  )
}

/** A bank with calm water before it, in which the sun is seen. */
export function lake(p: Palette, sunX: number): string {
  const ripples = Array.from({ length: 9 }, (_, index) => {
    const [y, half] = [812 + index * 11, 130 - Math.abs(index - 3) * 16]
    return `M${sunX - half + ((index * 37) % 50)} ${y}h${half * 2 - 40}`
  })
  return (
    hills(p, [
      [500, 470, 530, 450, 500],
      [600, 640, 590, 620, 570],
      [700, 690, 705, 690, 705],
    ]) +
    fill(p.water, 'M0 800Q400 775 800 792T1600 782V900H0Z') +
    fill(p.land[3], 'M0 800Q400 775 800 792T1600 782V792Q1200 808 800 806T0 816Z', 0.6) +
    strokeLine(p.disc, 6, ripples.join(''), 0.75)
  )
}

/** The sea: three rows of waves. */
export const sea = (p: Palette): string =>
  [660, 735, 815]
    .map((y, row) => {
      const waves = Array.from({ length: 9 }, (_, index) => `q50 ${index % 2 ? 26 : 20} 100 0t100 0`)
      const d = `M${-60 - row * 45} ${y}${waves.join('')}V900H-200Z`
      return fill([p.water, p.waterShade, p.waterShade][row] ?? p.ink, d) + strokeLine('#fff', 4, d, 0.28)
    })
    .join('')

/** A table with an embroidered cloth, for things that do not stand in a field. */
export function ledge(p: Palette): string {
  const diamonds = Array.from({ length: 16 }, (_, index) => {
    const x = 50 + index * 100
    return `M${x} 806l34 34l-34 34l-34-34Z`
  })
  return (
    fill(p.land[3], 'M0 724H1600V900H0Z') +
    fill(p.wall, 'M0 714Q800 706 1600 714V786H0Z') +
    fill(p.shade, 'M0 770Q800 764 1600 770V900H0Z') +
    fill(p.roof, 'M0 792H1600V900H0Z') +
    fill(p.accent, diamonds.join('')) +
    fill(p.roofShade, diamonds.join('').replaceAll('l34 34l-34 34l-34-34Z', 'm0 16l18 18l-18 18l-18-18Z'))
  )
}

/** Tufts of grass on the near ground. */
export function tufts(p: Palette, seed: number, from: number): string {
  const random = seededRandom(seed)
  const d = Array.from({ length: 16 }, () => {
    const [x, y] = [Math.round(random() * width), Math.round(from + random() * (height - from))]
    const size = Math.round(14 + random() * 14)
    return `M${x} ${y}q-4-${size / 2}-12-${size}m12 ${size}q0-${size / 2} 2-${size + 6}m-2 ${size + 6}q4-${size / 2} 13-${size - 2}`
  })
  return strokeLine(p.leafLight, 4, d.join(''), 0.55)
}

export const clouds = (colour: string, places: readonly (readonly [x: number, y: number, size: number])[]): string =>
  places
    .map(([x, y, size]) =>
      fill(
        colour,
        `M${x} ${y}h${formatPixels(size * 2.6)}a${formatPixels(size * 0.36)} ${formatPixels(size * 0.36)} 0 0 0-${formatPixels(size * 0.5)}-${formatPixels(size * 0.36)}a${formatPixels(size * 0.6)} ${formatPixels(size * 0.6)} 0 0 0-${formatPixels(size * 1.1)}-${formatPixels(size * 0.2)}a${formatPixels(size * 0.44)} ${formatPixels(size * 0.44)} 0 0 0-${formatPixels(size)} ${formatPixels(size * 0.56)}Z`,
        0.6,
      ),
    )
    .join('')

/** Bright at night; by day a shimmer. */
export function stars(seed: number): string {
  const random = seededRandom(seed)
  const some = (count: number) =>
    Array.from({ length: count }, () => `M${formatPixels(random() * width)} ${formatPixels(random() * 400)}h0`).join('')
  return strokeLine('#fff', 5, some(18), 0.5) + strokeLine('#fff', 9, some(7), 0.6)
}

/** Date palms. */
export const palms = (p: Palette, places: readonly (readonly [x: number, y: number, size: number])[]): string =>
  places
    .map(([x, y, size]) => {
      const crown = `translate(${formatPixels(x + size * 0.12)} ${y - size}) scale(${(size / 200).toFixed(2)})`
      const fronds =
        'M0 0Q-50-60-110-20Q-60-24 0 0Q-80-10-104 56Q-60 14 0 0Q-50 30-44 96Q-22 40 0 0Q30 40 30 92Q50 30 0 0Q70 10 96 60Q80-8 0 0Q60-30 112-14Q60-64 0 0Q10-60 60-80Q-10-80 0 0Z'
      return (
        strokeLine(
          p.woodShade,
          Math.round(size / 18),
          `M${x} ${y}Q${formatPixels(x + size * 0.02)} ${formatPixels(y - size * 0.5)} ${formatPixels(x + size * 0.12)} ${y - size}`,
        ) +
        `<g transform="${crown}">${fill(p.leaf, fronds)}${oval(p.accent, -10, 16, 9, 14)}${oval(p.accent, 12, 16, 9, 14)}</g>`
      )
    })
    .join('')

/** Slender trees beside the way. */
export const cypresses = (p: Palette, places: readonly (readonly [x: number, y: number, size: number])[]): string =>
  places
    .map(
      ([x, y, size]) =>
        box(p.woodShade, x - 4, y - 8, 8, 20) +
        fill(
          p.leaf,
          `M${x} ${y - size}Q${formatPixels(x + size * 0.2)} ${formatPixels(y - size * 0.4)} ${formatPixels(x + size * 0.13)} ${y}H${formatPixels(x - size * 0.13)}Q${formatPixels(x - size * 0.2)} ${formatPixels(y - size * 0.4)} ${x} ${y - size}Z`,
        ) +
        fill(
          p.leafLight,
          `M${x} ${y - size}Q${formatPixels(x - size * 0.2)} ${formatPixels(y - size * 0.4)} ${formatPixels(x - size * 0.13)} ${y}H${x - 4}Q${formatPixels(x - size * 0.1)} ${formatPixels(y - size * 0.5)} ${x} ${y - size}Z`,
          0.6,
        ),
    )
    .join('')
