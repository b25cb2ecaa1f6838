import sharp from 'sharp'
import { expect, inject, test } from 'vitest'
import { readCode, squaresOf } from '#tests/support/read-code.ts'
import type { Poster } from './poster.ts'
import { posterPng } from './poster-png.ts'

const ports = { fontsDir: inject('fontsDir') }
const poster: Poster = {
  locale: 'en',
  slug: 'wells',
  category: 'water',
  title: 'Clean water for Tharparkar',
  charity: 'Hope for All',
  invitation: 'Every gift counts, however small.',
  scan: 'Scan to give',
  link: 'https://give.example/v4/campaign/wells?src=poster',
  shownLink: 'give.example/v4/campaign/wells',
  productName: 'Sunbul',
  createdAt: new Date('2026-11-20T12:00:00Z'),
}
const arabic: Partial<Poster> = {
  locale: 'ar',
  title: 'مياه نظيفة لقرى ثارباركار: إحدى عشرة بئرًا عميقة تعمل بالطاقة الشمسية لكل أسرة',
  charity: 'أمل للجميع',
  invitation: 'لكل عطاء أثر، مهما قلّ.',
  scan: 'امسح الرمز لتتبرع',
}
const longest: Partial<Poster> = {
  title: 'M'.repeat(100),
  charity: 'The International Foundation '.repeat(6),
  link: `https://give.example/v4/checkout/${'wells-'.repeat(30)}?amount=999999999&src=${'x'.repeat(40)}`,
  shownLink: `give.example/v4/campaign/${'wells-'.repeat(30)}`,
}
/** Counts dark pixels in rows of a poster, and those near its left and right edges. */
const inkOf = async (picture: Buffer, from: number, to: number) => {
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true })
  let [count, outside] = [0, 0]
  for (let y = from; y < to; y++)
    for (let x = 0; x < info.width; x++)
      if (data[(y * info.width + x) * info.channels]! < 128) {
        count++
        if (x < 110 || x >= info.width - 110) outside++
      }
  return { count, outside }
}

test.each([
  ['short', {}],
  ['in Arabic', arabic],
  ['with the longest words and link', longest],
] as const)(
  'a poster as a picture is one A4 page at 150 dpi, and its QR code reads as the link: %s',
  async (_, over) => {
    const request = { ...poster, ...over }
    const picture = await posterPng(ports, request)
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 1240, height: 1754, density: 150 })
    const { squares, pixels } = await readCode(picture)
    expect(squares).toEqual(squaresOf(request.link))
    // A third of a millimetre on paper can be scanned at close range; shorter links have larger modules.
    expect((pixels / 150) * 25.4).toBeGreaterThan(0.33)
  },
)

test('text of any length stays inside the margins and above the footer', async () => {
  const picture = await posterPng(ports, { ...poster, ...longest })
  expect((await inkOf(picture, 760, 1754)).outside).toBe(0)
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true })
  const isBlank = (y: number) =>
    data.subarray(y * info.width * info.channels, (y + 1) * info.width * info.channels).every((value) => value > 240)
  const foot = Array.from({ length: info.height }, (_, y) => y).findLast((y) => !isBlank(y))!
  const gap = Array.from({ length: 80 }, (_, up) => foot - up).findIndex((y) => isBlank(y) && isBlank(y - 8))
  expect(gap).toBeGreaterThan(0)
})

test('the Arabic poster has Arabic text, and identical text makes an identical picture', async () => {
  const [one, two, other] = [
    await posterPng(ports, poster),
    await posterPng(ports, poster),
    await posterPng(ports, { ...poster, scan: arabic.scan! }),
  ]
  expect(one.equals(two)).toBe(true)
  expect(one.equals(other)).toBe(false)
})
