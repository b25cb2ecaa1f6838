/** Text on bright surfaces: the dark of our own text, and black where that is not enough. */
const dark = '#141917'

/** The least contrast of text (WCAG 2.2 AA). */
export const contrastMin = 4.5

export type Channels = readonly [number, number, number]

/** Red, green and blue of a colour (`#RRGGBB`) as linear light, 0 to 1. */
export const toLinear = (colour: string): Channels =>
  [1, 3, 5].map((from) => {
    const channel = Number.parseInt(colour.slice(from, from + 2), 16) / 255
    return channel <= 0.040_45 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  }) as unknown as Channels

/** The relative luminance of a colour (`#RRGGBB`), 0 to 1 (WCAG 2.2). */
export function luminanceOf(colour: string): number {
  const [red, green, blue] = toLinear(colour)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two colours (`#RRGGBB`), 1 to 21 (WCAG 2.2). */
export function contrastOf(one: string, other: string): number {
  const [bright, dim] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a) as [number, number]
  return (bright + 0.05) / (dim + 0.05)
}

/** The colour of text on a surface: white from 4.5:1, else our dark, else black, which always has 4.5:1 then. */
export function textOn(surface: string): string {
  if (contrastOf(surface, '#FFFFFF') >= contrastMin) return '#FFFFFF'
  return contrastOf(surface, dark) >= contrastMin ? dark : '#000000'
}
