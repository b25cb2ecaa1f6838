import sharp from 'sharp'
import { expect, inject, test } from 'vitest'
import { isRightToLeftText, renderTextImage, renderTextInto, letterLines, type TextImage } from './lettering.ts'

const fontsDir = inject('fontsDir')

const words = (text: string, over = {}) => ({ text, size: 40, colour: '#141917', width: 600, ...over })
const write = (text: string, over = {}) => renderTextImage({ fontsDir }, words(text, over))
const writeInto = (text: string, over = {}) =>
  renderTextInto({ fontsDir }, { ...words(text), height: 150, sizeMin: 20, ...over })

/** Returns the distance of each line's start from the left and of its end from the right. */
async function edgesOf({ data, width, height }: TextImage) {
  const alpha = await sharp(data).extractChannel(3).raw().toBuffer()
  const rows = Array.from({ length: height }, (_, y) =>
    [...alpha.subarray(y * width, (y + 1) * width)].map((value) => value > 40),
  )
  const lines: { left: number; right: number }[] = []
  let isIn = false
  for (const row of rows) {
    const [first, last] = [row.indexOf(true), row.lastIndexOf(true)]
    if (first < 0) isIn = false
    else {
      if (!isIn) lines.push({ left: width, right: width })
      isIn = true
      const line = lines.at(-1)!
      line.left = Math.min(line.left, first)
      line.right = Math.min(line.right, width - 1 - last)
    }
  }
  return lines
}

test('Arabic letters are joined, and vowels are placed above and below their letters', async () => {
  const joined = await write('سنبلة')
  const apart = await write([...'سنبلة'].join('\u200c'))
  expect(apart.width).toBeGreaterThan(joined.width * 1.15)
  const vocalised = await write('سُنْبُلَةٌ')
  expect(Math.abs(vocalised.width - joined.width)).toBeLessThan(joined.width * 0.1)
  expect(vocalised.height).toBeGreaterThan(joined.height)
})

test('Arabic lines end at the right edge, English ones begin at the left, centred ones do neither', async () => {
  const arabic = await edgesOf(await write('ماء نظيف لقرى ثارباركار ماء وآبار وطاقة', { width: 300 }))
  expect(arabic.length).toBeGreaterThan(1)
  for (const line of arabic) expect(line.right).toBeLessThan(6)
  const english = await edgesOf(await write('WELLS AND WATER FOR TEN', { width: 300 }))
  expect(english.length).toBeGreaterThan(1)
  for (const line of english) expect(line.left).toBeLessThan(6)
  expect(english.some((line) => line.right > 20)).toBe(true)
  const centred = await edgesOf(await write('WELLS AND WATER FOR TEN', { width: 300, isCentred: true }))
  for (const line of centred) expect(Math.abs(line.left - line.right)).toBeLessThan(12)
})

test.each([
  ['WELLS', false],
  ['«آبار»', true],
  ['12 آبار', true],
  ['3 wells آبار', false],
  ['', false],
])('the first letter decides the direction of a text: %s', (text, expected) =>
  expect(isRightToLeftText(text)).toBe(expected),
)

test('markup is shown as text, and characters that reverse text are removed', async () => {
  const plain = await write('<b>Wells</b> &amp; water')
  expect(plain.width).toBeGreaterThan((await write('Wells & water')).width)
  expect((await write('Wells\u202e')).data.equals((await write('Wells')).data)).toBe(true)
})

test('text is as large as its box allows, without broken words, in lines of similar length', async () => {
  const short = await writeInto('A well')
  expect(short.height).toBe((await write('A well')).height)
  const long = await writeInto('Clean water for eleven villages of Tharparkar and for their schools', { size: 60 })
  expect(long.height).toBeLessThanOrEqual(150)
  const even = await edgesOf(await writeInto('CLEAN WATER FOR ELEVEN VILLAGES OF THAR', { height: 400 }))
  expect(Math.max(...even.map((line) => line.right))).toBeLessThan(200)
  // A word that is too wide gets a smaller size instead of a break.
  expect(await edgesOf(await writeInto('W'.repeat(20), { height: 400 }))).toHaveLength(1)
})

test('text too long at the smallest size is truncated', async () => {
  for (const text of ['water '.repeat(400), 'W'.repeat(900), 'ماء نظيف '.repeat(300)]) {
    const { width, height } = await writeInto(text)
    expect(width).toBeLessThanOrEqual(601)
    expect(height).toBeLessThanOrEqual(150)
    expect(height).toBeGreaterThan(80)
  }
})

test('lines are equally spaced, and smaller if one of them is too long', async () => {
  const inLines = (lines: string[], width = 600) =>
    letterLines({ fontsDir }, { lines, size: 40, sizeMin: 20, colour: '#141917', width, isCentred: true })
  const { height: one } = await inLines(['xxxx'])
  const [low, tall] = [await inLines(['xxxx', 'nono', 'xxxx']), await inLines(['xxxx', 'HgjÁy', 'xxxx'])]
  expect(tall.height).toBe(low.height)
  expect(low.height - one).toBeGreaterThan(2 * 40)
  const narrow = await inLines(['x', 'a line that is too long'], 300)
  expect(narrow.width).toBeLessThanOrEqual(300)
  expect(narrow.height).toBeLessThan((await inLines(['x', 'a line'])).height)
})

test.each([
  ['Bengali', 'বিশুদ্ধ', 'পানি'],
  ['Japanese', '水', '井'],
  ['Cyrillic', 'Вода', 'Мечеть'],
  ['emoji', '🌾', '💧'],
  ['Adlam', '𞤃𞤵', '𞤸𞤢'],
])('letters of %s have their own forms, not boxes', async (_, one, other) => {
  const [first, second, box] = [await write(one), await write(other), await boxOf(one)]
  expect(first.data.equals(second.data)).toBe(false)
  expect(first.data.equals(box)).toBe(false)
})

/** Draws a text as the renderer does without a font that has it. */
const boxOf = (text: string) =>
  sharp({ text: { text: Array.from(text, () => '\u{10fffd}').join(''), font: 'Vazirmatn 40', rgba: true, dpi: 72 } })
    .png()
    .toBuffer()

test('a letter that no bundled font has is drawn as its transliteration', async () => {
  expect((await write('𐎀𐎁 wells')).data.equals((await write('ab wells')).data)).toBe(true)
})
