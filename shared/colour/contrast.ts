/** Text on bright surfaces: the dark of our own text, and black where that is not enough. */
const dark = '#141917'
const least = 4.5

const channelOf = (hex: string): number => {
  const value = Number.parseInt(hex, 16) / 255
  return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}
const luminanceOf = (colour: string): number =>
  0.2126 * channelOf(colour.slice(1, 3)) +
  0.7152 * channelOf(colour.slice(3, 5)) +
  0.0722 * channelOf(colour.slice(5, 7))

/** The contrast of two colours (`#RRGGBB`), 1 to 21 (WCAG 2.2). */
export function contrastOf(one: string, other: string): number {
  const [bright, dim] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a) as [number, number]
  return (bright + 0.05) / (dim + 0.05)
}

/** The colour of text on a surface: white from 4.5:1, else our dark, else black, which always has 4.5:1 then. */
export function textOn(surface: string): string {
  if (contrastOf(surface, '#FFFFFF') >= least) return '#FFFFFF'
  return contrastOf(surface, dark) >= least ? dark : '#000000'
}
