import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { oversizedPng, noPictures } from '#tests/support/upload-corpus.ts'
import { reencode } from './re-encode.ts'
import { formatOf } from './rules/signature.ts'

const plain = (width = 60, height = 40) => sharp({ create: { width, height, channels: 3, background: '#388953' } })
const refused = async (bytes: Uint8Array) => {
  try {
    await reencode(bytes)
    return 'kept'
  } catch (error) {
    return (error as { code?: string }).code ?? String(error)
  }
}

describe('the corpus of uploads (security-8)', () => {
  test.each(['jpeg', 'png', 'gif', 'webp', 'avif'] as const)('a picture as %s becomes WebP', async (format) => {
    const bytes = await plain()[format]().toBuffer()
    expect(formatOf(bytes)).toBe(format)
    const reencoded = await reencode(bytes)
    expect([(await sharp(reencoded.bytes).metadata()).format, reencoded.width, reencoded.height]).toEqual([
      'webp',
      60,
      40,
    ])
  })

  test.each(['mif1', 'miaf', 'MA1B'])(
    'AVIF of brand %s becomes WebP, wherever the brand is (content-38)',
    async (brand) => {
      const avif = await plain().avif().toBuffer()
      const size = avif.readUInt32BE(0)
      for (const others of [['avif'], ['mif1', 'miaf'], ['miaf', 'avis', 'MA1A']]) {
        const box = Buffer.concat([
          Buffer.alloc(4),
          Buffer.from(`ftyp${brand}`),
          Buffer.alloc(4),
          Buffer.from(others.join('')),
        ])
        box.writeUInt32BE(box.length)
        // The addresses in the file count from its start, so the box keeps its length.
        const padded = Buffer.alloc(size, box.subarray(8, 12))
        box.copy(padded, 0, 0, Math.min(size, box.length))
        padded.writeUInt32BE(size)
        const bytes = Buffer.concat([padded, avif.subarray(size)])
        expect(formatOf(bytes)).toBe('avif')
        expect((await reencode(bytes)).width).toBe(60)
      }
    },
  )

  test.each([
    ['heic', ['mif1', 'heic']],
    ['heix', ['mif1', 'heix']],
    ['mif1', ['mif1', 'heic']],
    ['msf1', ['hevc']],
  ])('HEIC of brand %s is refused with advice', async (major, others) => {
    const box = Buffer.concat([
      Buffer.alloc(4),
      Buffer.from(`ftyp${major}`),
      Buffer.alloc(4),
      Buffer.from(others.join('')),
    ])
    box.writeUInt32BE(box.length)
    const bytes = Buffer.concat([box, Buffer.alloc(200)])
    expect(formatOf(bytes)).toBeUndefined()
    expect(await refused(bytes)).toBe('picture-heic')
  })

  test('another file in the same container isn’t a picture', async () => {
    for (const major of ['mp42', 'isom', 'qt  ', 'M4A '])
      expect(await refused(Buffer.from(`\0\0\0\u0018ftyp${major}\0\0\0\0isommp42`, 'latin1'))).toBe(
        'picture-not-readable',
      )
  })

  test.each(noPictures)('%s is refused', async (_, bytes) => expect(await refused(bytes)).toBe('picture-not-readable'))

  test('a truncated file is refused', async () => {
    const whole = await sharp(Buffer.from(Array.from({ length: 300 * 200 * 3 }, (_, place) => (place * 7919) % 256)), {
      raw: { width: 300, height: 200, channels: 3 },
    })
      .jpeg()
      .toBuffer()
    expect(await refused(whole.subarray(0, whole.length / 2))).toBe('picture-not-readable')
    expect(await refused(whole)).toBe('kept')
  })

  test('too many pixels are refused by the header, and eleven megabytes by their size', async () => {
    expect(await refused(oversizedPng(60_000, 60_000))).toBe('picture-too-large')
    expect(await refused(oversizedPng(8000, 5001))).toBe('picture-too-large')
    expect(await refused(Buffer.alloc(11 * 1024 * 1024, 0xff))).toBe('picture-too-large')
  })

  test('location, camera, profile and hidden data are removed', async () => {
    const secret = '<script>alert("behind")</script>'
    const withPlace = await plain()
      .withExif({
        IFD0: { Make: 'A camera', Copyright: 'someone' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '0/1 7/1 0/1' },
      })
      .jpeg()
      .toBuffer()
    expect((await sharp(withPlace).metadata()).exif).toBeDefined()
    const { bytes } = await reencode(Buffer.concat([withPlace, Buffer.from(secret)]))
    const known = await sharp(bytes).metadata()
    expect([known.exif, known.xmp, known.icc, known.iptc]).toEqual([undefined, undefined, undefined, undefined])
    for (const word of ['A camera', 'someone', 'GPS', 'Exif', secret]) expect(bytes.includes(word)).toBe(false)
  })

  test('a photograph is rotated by its orientation tag, and a large one is made smaller', async () => {
    const onItsSide = await plain(60, 40).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    expect(await reencode(onItsSide)).toMatchObject({ width: 40, height: 60 })
    expect(await reencode(await plain(4000, 2000).jpeg().toBuffer())).toMatchObject({ width: 1600, height: 800 })
  })

  test('only the first frame of an animation is kept', async () => {
    const frames = await Promise.all(
      ['#f00', '#0f0', '#00f'].map((background) =>
        sharp({ create: { width: 20, height: 20, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const moving = await sharp(frames, { join: { animated: true } })
      .gif({ loop: 0, delay: [50, 50, 50] })
      .toBuffer()
    expect((await sharp(moving).metadata()).pages).toBe(3)
    const reencoded = await reencode(moving)
    const known = await sharp(reencoded.bytes).metadata()
    expect([known.pages ?? 1, reencoded.width, reencoded.height]).toEqual([1, 20, 20])
  })
})
