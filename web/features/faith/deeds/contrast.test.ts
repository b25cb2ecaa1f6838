import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = readFileSync('web/features/faith/deeds/deeds.css', 'utf8')
const tokens = readFileSync('web/styles/tokens.css', 'utf8')
type Rgb = readonly [number, number, number]

const rgbOf = (hex: string): Rgb => {
  const part = (from: number) => Number.parseInt(hex.slice(from, from + 2), 16)
  return [part(1), part(3), part(5)]
}
/** Returns the colour of a value, which may be a token. */
function colourOf(value: string): Rgb {
  const token = /^var\((--[\w-]+)\)$/.exec(value)?.[1]
  return token ? colourOf(new RegExp(`${token}: ([^;]+);`).exec(tokens)![1]!) : rgbOf(value)
}
const luminance = (rgb: Rgb) => {
  const [r, g, b] = rgb.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const over = (back: Rgb, alpha: number): Rgb => back.map((part) => alpha * 255 + (1 - alpha) * part) as unknown as Rgb

test('muted white has a contrast of at least 4.5:1 on every gradient, with the lattice', () => {
  const skies = [...css.matchAll(/--deeds-(?:from|to): ([^;]+);/g)].map(([, value]) => colourOf(value!))
  expect(skies.length).toBeGreaterThan(20)
  const alpha = Number(/--deeds-soft: rgb\(255 255 255\/([\d.]+)\)/.exec(css)![1])
  const lattice = Number(/\.deeds-lattice \{[^}]*opacity: ([\d.]+)/.exec(css)![1])
  for (const sky of skies) {
    const contrast = (luminance(over(sky, alpha)) + 0.05) / (luminance(sky) + 0.05)
    expect(contrast).toBeGreaterThanOrEqual(4.5)
    // The pattern's lines run behind and beside letters, and large text must stay readable on them.
    expect((luminance(over(sky, alpha)) + 0.05) / (luminance(over(sky, lattice)) + 0.05)).toBeGreaterThanOrEqual(3)
  }
})
