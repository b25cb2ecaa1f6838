/** Text colours on bright surfaces: our dark text colour, and black if its contrast isn't enough. */
const dark = '#141917'

/** Minimum contrast of text (WCAG 2.2 AA). */
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

/** Returns the text colour for a surface: the first of white, our dark colour and black with a contrast of 4.5:1. */
export function textOn(surface: string): string {
  if (contrastOf(surface, '#FFFFFF') >= contrastMin) return '#FFFFFF'
  return contrastOf(surface, dark) >= contrastMin ? dark : '#000000'
}
