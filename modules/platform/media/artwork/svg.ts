/** Small pieces of SVG. Colours and paths come from this folder alone, never from a request. */

export const fill = (colour: string, d: string, opacity = 1): string =>
  `<path fill="${colour}"${opacityOf(opacity)} d="${d}"/>`

export const strokeLine = (colour: string, width: number, d: string, opacity = 1): string =>
  `<path fill="none" stroke="${colour}" stroke-width="${width}"${opacityOf(opacity)} d="${d}"/>`

export const disc = (colour: string, x: number, y: number, r: number, opacity = 1): string =>
  `<circle fill="${colour}"${opacityOf(opacity)} cx="${formatPixels(x)}" cy="${formatPixels(y)}" r="${formatPixels(r)}"/>`

/** An ellipse; `turn` in degrees. */
export const oval = (colour: string, x: number, y: number, rx: number, ry: number, opacity = 1, turn = 0): string =>
  `<ellipse fill="${colour}"${opacityOf(opacity)} cx="${formatPixels(x)}" cy="${formatPixels(y)}" rx="${formatPixels(rx)}" ry="${formatPixels(ry)}"${turn ? ` transform="rotate(${formatPixels(turn)} ${formatPixels(x)} ${formatPixels(y)})"` : ''}/>`

export const box = (colour: string, x: number, y: number, width: number, height: number, radius = 0): string =>
  `<rect fill="${colour}" x="${formatPixels(x)}" y="${formatPixels(y)}" width="${formatPixels(width)}" height="${formatPixels(height)}"${radius ? ` rx="${radius}"` : ''}/>`

export const transformed = (x: number, y: number, scale: number, content: string, isMirrored = false): string =>
  `<g transform="translate(${formatPixels(x)} ${formatPixels(y)}) scale(${isMirrored ? -scale : scale} ${scale})">${content}</g>`

/** A whole number of pixels; below ten with one decimal. */
export const formatPixels = (value: number): string =>
  String(Math.abs(value) < 10 ? Math.round(value * 10) / 10 : Math.round(value))

const opacityOf = (opacity: number) => (opacity === 1 ? '' : ` opacity="${opacity}"`)

/** The colour between two, `share` of the way from the first to the second. */
export function mix(from: string, to: string, share: number): string {
  const [a, b] = [from, to].map((hex) => [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16)))
  return `#${(a ?? [])
    .map((value, index) => Math.round(value + ((b?.[index] ?? 0) - value) * share))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`
}

/** FNV-1a: the same text has the same number everywhere. */
export function hash(text: string): number {
  let state = 2166136261
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16777619)
  state ^= state >>> 15
  state = Math.imul(state, 0x2c1b3c6d)
  return (state ^ (state >>> 13)) >>> 0
}

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** A star of eight points, made of two squares. */
export const star = (x: number, y: number, r: number, points = 8): string => {
  const inner = r * (points === 8 ? 0.72 : 0.82)
  const corners = Array.from({ length: points * 2 }, (_, index) => {
    const [angle, length] = [(index * Math.PI) / points - Math.PI / 2, index % 2 === 0 ? r : inner]
    return `${formatPixels(x + Math.cos(angle) * length)} ${formatPixels(y + Math.sin(angle) * length)}`
  })
  return `M${corners.join('L')}Z`
}
