import { type Channels, contrastMin, contrastOf, luminanceOf, textOn, toLinear } from '#shared/colour/contrast.ts'

/** Parses a colour to `#` and six hexadecimal digits in upper case; undefined if invalid (pages-4). */
export const readColour = (typed: string): string | undefined => {
  const colour = typed.trim().toUpperCase()
  return /^#[0-9A-F]{6}$/.test(colour) ? colour : undefined
}

const toHex = (linear: Channels): string =>
  `#${linear
    .map((light) => {
      const clamped = Math.min(1, Math.max(0, light))
      const channel = clamped <= 0.003_130_8 ? clamped * 12.92 : 1.055 * clamped ** (1 / 2.4) - 0.055
      return Math.round(channel * 255)
        .toString(16)
        .padStart(2, '0')
    })
    .join('')
    .toUpperCase()}`

/** Converts a colour to OKLab: lightness and two colour axes. */
function toOklab(colour: string): Channels {
  const [red, green, blue] = toLinear(colour)
  const long = Math.cbrt(0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue)
  const medium = Math.cbrt(0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue)
  const short = Math.cbrt(0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue)
  return [
    0.210_454_255_3 * long + 0.793_617_785 * medium - 0.004_072_046_8 * short,
    1.977_998_495_1 * long - 2.428_592_205 * medium + 0.450_593_709_9 * short,
    0.025_904_037_1 * long + 0.782_771_766_2 * medium - 0.808_675_766 * short,
  ]
}

function fromOklab([lightness, a, b]: Channels): Channels {
  const long = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b) ** 3
  const medium = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b) ** 3
  const short = (lightness - 0.089_484_177_5 * a - 1.291_485_548 * b) ** 3
  return [
    4.076_741_662_1 * long - 3.307_711_591_3 * medium + 0.230_969_929_2 * short,
    -1.268_438_004_6 * long + 2.609_757_401_1 * medium - 0.341_319_396_5 * short,
    -0.004_196_086_3 * long - 0.703_418_614_7 * medium + 1.707_614_701 * short,
  ]
}

/** Returns the most colourful sRGB colour with this lightness and hue. */
function inGamut([lightness, a, b]: Channels): Channels {
  const isShown = (part: number) =>
    fromOklab([lightness, a * part, b * part]).every((light) => light >= 0 && light <= 1)
  if (isShown(1)) return fromOklab([lightness, a, b])
  let [low, high] = [0, 1]
  for (let step = 0; step < 20; step++) {
    const middle = (low + high) / 2
    if (isShown(middle)) low = middle
    else high = middle
  }
  return fromOklab([lightness, a * low, b * low])
}

const lightnessStep = 0.01

/**
 * Makes a colour readable on a background, as text, link or outline: moves its OKLCH lightness away from the background
 * by 0.01 until the contrast is 4.5:1 (pages-4).
 */
export function textSafe(colour: string, background: string): string {
  if (contrastOf(colour, background) >= contrastMin) return colour
  const step = luminanceOf(background) > 0.18 ? -lightnessStep : lightnessStep
  const [lightness, a, b] = toOklab(colour)
  for (let moved = lightness + step; moved > 0 && moved < 1; moved += step) {
    const shade = toHex(inGamut([moved, a, b]))
    if (contrastOf(shade, background) >= contrastMin) return shade
  }
  return step < 0 ? '#000000' : '#FFFFFF'
}

/** The darkest surface behind links in the light theme, and the lightest in the dark one (tokens.css). */
const surfaces = { light: '#EAEEEB', dark: '#1C2420' } as const

/** Returns the colours that a page uses: its own, text on them, and each as a readable link in light and dark. */
export const pageColours = (primary: string, secondary: string) => ({
  primary,
  onPrimary: textOn(primary),
  secondary,
  onSecondary: textOn(secondary),
  linkLight: textSafe(primary, surfaces.light),
  linkDark: textSafe(primary, surfaces.dark),
})
